/// A message of a source for users; it never changes the solution.
///
/// One sentence: what happened, why, and what to do.
public struct SensorNotice: Sendable, Hashable {
  /// Severity of a message.
  public enum Severity: UInt8, Sendable, Hashable {
    /// Information only.
    case info

    /// Something works in a degraded way.
    case warning

    /// Something does not work.
    case error
  }

  /// Severity of the message.
  public var severity: Severity

  /// The sensor concerned, if any.
  public var sensor: SensorKind?

  /// One sentence.
  public var message: String

  /// Creates a notice.
  public init(_ severity: Severity, _ sensor: SensorKind?, _ message: String) {
    self.severity = severity
    self.sensor = sensor
    self.message = message
  }
}
