/// The origin of a configuration value.
package enum ConfigurationOrigin: Sendable, Hashable {
  /// A position in a file; line and column count from 1.
  case file(path: String, line: Int, column: Int)

  /// A file as a whole.
  case wholeFile(path: String)

  /// An environment variable.
  case environment(name: String)

  /// Line and column; those of the environment are behind the file.
  var position: (line: Int, column: Int) {
    switch self {
    case .file(_, let line, let column): (line, column)
    case .wholeFile: (0, 0)
    case .environment: (.max, 0)
    }
  }
}

extension ConfigurationOrigin: CustomStringConvertible {
  /// `FILE:LINE:COLUMN`, as editors and compilers write it, or the variable.
  package var description: String {
    switch self {
    case .file(let path, let line, let column): "\(path):\(line):\(column)"
    case .wholeFile(let path): path
    case .environment(let name): "$\(name)"
    }
  }
}
