import Foundation
import Yams

/// A YAML file with environment variables that override its values.
enum ConfigurationFile {
  /// Size limit, bytes.
  static let largest = 65_536

  /// The text of a file.
  ///
  /// - Parameter path: The file, UTF-8, at most 64 kB.
  /// - Returns: The text.
  /// - Throws: A ``ConfigurationError`` with the reason.
  static func text(_ path: String) throws(ConfigurationError) -> String {
    let data: Data
    do {
      data = try SmallFile.content(path, atMost: largest)
    } catch {
      throw refusal(.wholeFile(path: path), "cannot be read: \(FileReason.text(error))")
    }
    guard data.count <= largest else {
      throw refusal(.wholeFile(path: path), "is larger than \(largest) bytes")
    }
    guard let text = String(bytes: data, encoding: .utf8) else {
      throw refusal(.wholeFile(path: path), "is not UTF-8 text")
    }
    return text
  }

  /// Reads a text section by section.
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - path: The path for error messages.
  ///   - prefix: Prefix of its environment variables.
  ///   - environment: The environment.
  ///   - read: Reads the root section; every key that it does not request is unknown.
  /// - Returns: The configuration, and the origin of each value.
  /// - Throws: A ``ConfigurationError`` with all problems.
  static func read<Value>(
    yaml: String, path: String, prefix: String, environment: [String: String],
    _ read: (ConfigurationSection) -> Value
  ) throws(ConfigurationError) -> (value: Value, origins: [String: ConfigurationOrigin]) {
    let node: Node?
    do {
      node = try Yams.compose(yaml: yaml)
    } catch {
      throw refusal(error, path: path)
    }
    let diagnostics = ConfigurationDiagnostics(path: path, prefix: prefix, environment: environment)
    let root = ConfigurationSection(
      diagnostics, path: "", node: node, origin: .file(path: path, line: 1, column: 1))
    let value = read(root)
    root.refuseUnknownKeys()
    guard diagnostics.problems.isEmpty else {
      throw ConfigurationError(problems: diagnostics.problems)
    }
    return (value, diagnostics.origins)
  }

  private static func refusal(
    _ origin: ConfigurationOrigin, _ message: String
  ) -> ConfigurationError {
    ConfigurationError(problems: [
      ConfigurationProblem(origin: origin, key: "", message: message)
    ])
  }

  private static func refusal(_ error: any Error, path: String) -> ConfigurationError {
    func at(_ mark: Mark, _ message: String) -> ConfigurationError {
      refusal(.file(path: path, line: mark.line, column: mark.column), "is not YAML: \(message)")
    }
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return at(mark, problem)
    case .duplicatedKeysInMapping(let duplicates, let context):
      return at(context.mark, "the key \(duplicates.joined(separator: ", ")) occurs twice")
    case .reader(let problem, _, _, _):
      return refusal(.wholeFile(path: path), "is not YAML: \(problem)")
    default: return refusal(.wholeFile(path: path), "is not YAML: \(error)")
    }
  }
}
