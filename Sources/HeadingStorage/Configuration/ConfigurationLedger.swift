/// What one reading of a configuration learned, shared by all of its sections.
final class ConfigurationLedger {
  let path: String
  /// What the names of environment variables begin with.
  let prefix: String
  let environment: [String: String]
  var problems: [ConfigurationProblem] = []
  var origins: [String: ConfigurationOrigin] = [:]

  init(path: String, prefix: String, environment: [String: String]) {
    self.path = path
    self.prefix = prefix
    self.environment = environment
  }
}
