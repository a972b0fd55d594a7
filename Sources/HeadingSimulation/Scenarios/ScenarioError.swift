/// Why the text of a scenario is invalid.
public enum ScenarioError: Error, Hashable, Sendable {
  /// There is no scenario of this name.
  case unknownName(String)

  /// The scenario has no setting of this name.
  case unknownSetting(String)

  /// The setting does not have this value.
  case badValue(setting: String, value: String)
}

extension ScenarioError: CustomStringConvertible {
  /// The error and the valid alternatives.
  public var description: String {
    switch self {
    case .unknownName(let name):
      "there is no scenario '\(name)'; known are "
        + Scenario.all.map(\.name).joined(separator: ", ")
    case .unknownSetting(let name):
      "a scenario has no setting '\(name)'; known are "
        + Scenario.settings.joined(separator: ", ")
    case .badValue(let setting, let value):
      "'\(value)' is no value for the scenario's setting '\(setting)'"
        + (Scenario.values(of: setting).map { "; it takes \($0)" } ?? "")
    }
  }
}
