/// All problems of a configuration; never empty.
package struct ConfigurationError: Error, Sendable, Hashable {
  /// In the order of the file.
  package var problems: [ConfigurationProblem]
}

extension ConfigurationError: CustomStringConvertible {
  /// One problem a line.
  package var description: String { problems.map(\.description).joined(separator: "\n") }
}
