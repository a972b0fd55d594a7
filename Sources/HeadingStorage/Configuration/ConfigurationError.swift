/// All problems of a configuration; never empty.
package struct ConfigurationError: Error, Sendable, Hashable {
  /// In the order of the file, then those of the environment.
  package let problems: [ConfigurationProblem]

  /// Makes the error of at least one problem.
  package init(_ problems: [ConfigurationProblem]) {
    // The sort is not stable.
    self.problems = problems.enumerated().sorted {
      let (one, other) = ($0.element.origin.position, $1.element.origin.position)
      return (one.line, one.column, $0.offset) < (other.line, other.column, $1.offset)
    }.map(\.element)
  }
}

extension ConfigurationError: CustomStringConvertible {
  /// One problem a line.
  package var description: String { problems.map(\.description).joined(separator: "\n") }
}
