/// Problems and value origins of one configuration, collected by all of its sections.
final class ConfigurationDiagnostics {
  let path: String
  /// Prefix of environment variables.
  let prefix: String
  let environment: [String: String]
  var problems: [ConfigurationProblem] = []
  var origins: [String: ConfigurationOrigin] = [:]
  /// Names of the environment variables that override values.
  var variables: Set<String> = []

  init(path: String, prefix: String, environment: [String: String]) {
    self.path = path
    self.prefix = prefix
    self.environment = environment
  }
}
