/// One thing the doctor looked at.
public struct Finding: Sendable, Hashable {
  /// How it stands.
  public enum State: String, Sendable, Hashable {
    /// As it should be.
    case good
    /// Works, could be better.
    case fair
    /// In the way of a heading.
    case bad
  }

  /// How it stands.
  public var state: State

  /// What was looked at.
  public var subject: String

  /// What was seen.
  public var observation: String

  /// What to do about it; empty if nothing.
  public var remedy: String

  /// Makes a finding.
  public init(_ state: State, _ subject: String, _ observation: String, remedy: String = "") {
    self.state = state
    self.subject = subject
    self.observation = observation
    self.remedy = remedy
  }
}
