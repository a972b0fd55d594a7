public import HeadingSensing

/// A repetition of the last update by the service, because none came in time.
public struct RecordedRepetition: Sendable, Hashable, Codable {
  /// The message topic.
  public static let topic = "/late"

  /// Time, nanoseconds since boot.
  public var time: Int64

  /// Creates a repetition at a time.
  public init(at time: BootTime) { self.time = time.nanoseconds }
}
