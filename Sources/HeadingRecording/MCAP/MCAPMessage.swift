/// One message of an MCAP file.
public struct MCAPMessage: Sendable, Hashable {
  /// The topic of its channel.
  public var topic: String

  /// Its log time, nanoseconds.
  public var time: UInt64

  /// Its publish time, nanoseconds; for an event, the time of its update.
  public var publishTime: UInt64

  /// Its content.
  public var data: [UInt8]
}
