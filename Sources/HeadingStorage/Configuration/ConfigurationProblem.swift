/// One problem of a configuration.
package struct ConfigurationProblem: Sendable, Hashable {
  /// The origin of the value.
  package var origin: ConfigurationOrigin

  /// The full key, such as `sensors.mount`; empty if the file is no YAML.
  package var key: String

  /// The problem and the expected value.
  package var message: String
}

extension ConfigurationProblem: CustomStringConvertible {
  /// `FILE:LINE:COLUMN: KEY: MESSAGE`.
  package var description: String {
    key.isEmpty ? "\(origin): \(message)" : "\(origin): \(key): \(message)"
  }
}
