public import HeadingSensing

/// The moment at which a service sent its last update again, because none came in time.
public struct RecordedRepetition: Sendable, Hashable, Codable {
  /// Where repetitions stand in a file.
  public static let topic = "/late"

  /// Nanoseconds since boot.
  public var time: Int64

  /// Makes the repetition of a moment.
  public init(at time: BootTime) { self.time = time.nanoseconds }
}
