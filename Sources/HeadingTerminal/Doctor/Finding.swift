/// The result of one check of the doctor.
public struct Finding: Sendable, Hashable {
  /// The severity of the result.
  public enum State: String, Sendable, Hashable {
    /// No problem.
    case good
    /// Works with limitations.
    case fair
    /// Prevents a heading.
    case bad
  }

  /// The severity of the result.
  public var state: State

  /// The subject of the check.
  public var subject: String

  /// The observation.
  public var observation: String

  /// The remedy; empty if none is needed.
  public var remedy: String

  /// Creates a finding.
  public init(_ state: State, _ subject: String, _ observation: String, remedy: String = "") {
    self.state = state
    self.subject = subject
    self.observation = observation
    self.remedy = remedy
  }
}
