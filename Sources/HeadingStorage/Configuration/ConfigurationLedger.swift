/// What one reading of a configuration learned, shared by all of its sections.
final class ConfigurationLedger {
  let path: String
  let environment: [String: String]
  var problems: [ConfigurationProblem] = []
  var origins: [String: ConfigurationOrigin] = [:]

  init(path: String, environment: [String: String]) {
    self.path = path
    self.environment = environment
  }
}
