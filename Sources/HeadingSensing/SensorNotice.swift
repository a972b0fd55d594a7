/// A message of a source for people; it never changes the solution.
///
/// What happened, why, and what to do, in one sentence.
public struct SensorNotice: Sendable, Hashable {
  /// How much it matters.
  public enum Severity: UInt8, Sendable, Hashable {
    /// Good to know.
    case info

    /// Something works worse than it could.
    case warning

    /// Something does not work.
    case error
  }

  /// How much it matters.
  public var severity: Severity

  /// The sensor it is about, if one.
  public var sensor: SensorKind?

  /// One sentence.
  public var message: String

  /// Makes a notice.
  public init(_ severity: Severity, _ sensor: SensorKind?, _ message: String) {
    self.severity = severity
    self.sensor = sensor
    self.message = message
  }
}
