import Foundation
import Yams

extension ServiceConfiguration {
  /// The largest file that is read, bytes.
  static let largestFile = 65_536

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file, YAML in UTF-8, at most 64 kB.
  ///   - environment: The environment, whose `HEADINGD_…` variables replace values.
  /// - Throws: Everything that is wrong with it: no YAML, keys that are not known, impossible values.
  package init(
    contentsOf path: String, environment: [String: String]
  ) throws(ConfigurationError) {
    let data: Data
    do {
      data = try SmallFile.content(path, atMost: Self.largestFile)
    } catch {
      throw Self.refusal(
        .wholeFile(path: path), "cannot be read: \(FileReason.text(error))")
    }
    guard data.count <= Self.largestFile else {
      throw Self.refusal(.wholeFile(path: path), "is larger than \(Self.largestFile) bytes")
    }
    guard let text = String(bytes: data, encoding: .utf8) else {
      throw Self.refusal(.wholeFile(path: path), "is not UTF-8 text")
    }
    try self.init(yaml: text, path: path, environment: environment)
  }

  /// Reads a text.
  package init(
    yaml: String, path: String, environment: [String: String]
  ) throws(ConfigurationError) {
    let node: Node?
    do {
      node = try Yams.compose(yaml: yaml)
    } catch {
      throw Self.refusal(error, path: path)
    }
    let ledger = ConfigurationLedger(path: path, environment: environment)
    let root = ConfigurationSection(
      ledger, path: "", node: node, origin: .file(path: path, line: 1, column: 1))
    self.init(root)
    root.refuseUnknownKeys()
    guard ledger.problems.isEmpty else { throw ConfigurationError(problems: ledger.problems) }
    origins = ledger.origins
    text = yaml
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
      return at(context.mark, "the key \(duplicates.joined(separator: ", ")) is there twice")
    case .reader(let problem, _, _, _):
      return refusal(.wholeFile(path: path), "is not YAML: \(problem)")
    default: return refusal(.wholeFile(path: path), "is not YAML: \(error)")
    }
  }
}
