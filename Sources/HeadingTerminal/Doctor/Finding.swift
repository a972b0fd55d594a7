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

  /// Settings of config.txt that belong to the remedy.
  package var settings: [BootSetting] = []

  /// Creates a finding.
  public init(_ state: State, _ subject: String, _ observation: String, remedy: String = "") {
    self.init(state, subject, observation, remedy: remedy, settings: [])
  }

  /// Creates a finding whose remedy is in config.txt.
  package init(
    _ state: State, _ subject: String, _ observation: String, remedy: String,
    settings: [BootSetting]
  ) {
    self.settings = settings
    self.state = state
    self.subject = subject
    self.observation = observation
    self.remedy = remedy
  }
}
