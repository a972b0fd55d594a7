/// One thing that is wrong with a configuration.
package struct ConfigurationProblem: Sendable, Hashable {
  /// Where it was written.
  package var origin: ConfigurationOrigin

  /// The key with those above it, such as `sensors.mount`; empty if the file is no YAML.
  package var key: String

  /// What is wrong and what to write instead.
  package var message: String
}

extension ConfigurationProblem: CustomStringConvertible {
  /// `FILE:LINE:COLUMN: KEY: MESSAGE`.
  package var description: String {
    key.isEmpty ? "\(origin): \(message)" : "\(origin): \(key): \(message)"
  }
}
