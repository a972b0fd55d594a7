import FoundationEssentials

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
  ///   - foreign: Variables with the prefix that others read; `nil` if unknown ones are ignored.
  ///   - read: Reads the root section; every key that it does not request is unknown.
  /// - Returns: The configuration, and the origin of each value.
  /// - Throws: A ``ConfigurationError`` with all problems.
  static func read<Value>(
    yaml: String, path: String, prefix: String, environment: [String: String],
    foreign: Set<String>? = nil, _ read: (ConfigurationSection) -> Value
  ) throws(ConfigurationError) -> (value: Value, origins: [String: ConfigurationOrigin]) {
    let node: YAMLNode?
    do throws(YAMLError) {
      node = try YAMLReader.document(yaml)
    } catch {
      throw refusal(error, path: path)
    }
    let diagnostics = ConfigurationDiagnostics(path: path, prefix: prefix, environment: environment)
    let root = ConfigurationSection(
      diagnostics, path: "", node: node, origin: .file(path: path, line: 1, column: 1))
    let value = read(root)
    root.refuseUnknownKeys()
    if let foreign {
      let known = diagnostics.variables.union(foreign)
      for name in environment.keys.sorted() where name.hasPrefix(prefix) && !known.contains(name) {
        diagnostics.problems.append(
          ConfigurationProblem(
            origin: .environment(name: name), key: "",
            message: "is not known: the key in capitals, with _ for each dot, follows \(prefix)"))
      }
    }
    guard diagnostics.problems.isEmpty else {
      throw ConfigurationError(diagnostics.problems)
    }
    return (value, diagnostics.origins)
  }

  private static func refusal(
    _ origin: ConfigurationOrigin, _ message: String
  ) -> ConfigurationError {
    ConfigurationError([ConfigurationProblem(origin: origin, key: "", message: message)])
  }

  private static func refusal(_ error: YAMLError, path: String) -> ConfigurationError {
    let origin: ConfigurationOrigin =
      error.position.map { .file(path: path, line: $0.line, column: $0.column) }
      ?? .wholeFile(path: path)
    return refusal(origin, "is not YAML: \(error.problem)")
  }
}
