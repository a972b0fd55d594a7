/// One message of an MCAP file.
public struct MCAPMessage: Sendable, Hashable {
  /// The topic of its channel.
  public var topic: String

  /// Its log time, nanoseconds.
  public var time: UInt64

  /// Its publish time, nanoseconds; of an event, when the update of it was made.
  public var publishTime: UInt64

  /// Its content.
  public var data: [UInt8]
}
