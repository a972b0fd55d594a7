/// A mapping of the file; a key that is not requested is reported as unknown.
///
/// The environment variable of a key overrides the file (the prefix, `HEADINGD_`, and the key in
/// capitals, `_` for `.`: `sensors.uri` is `HEADINGD_SENSORS_URI`). An invalid value is reported as
/// a problem and reads as `nil`.
package final class ConfigurationSection {
  private let diagnostics: ConfigurationDiagnostics
  private let path: String
  private let node: YAMLNode?
  private let origin: ConfigurationOrigin
  private var known: [String] = []
  private let canUseEnvironment: Bool

  init(
    _ diagnostics: ConfigurationDiagnostics, path: String, node: YAMLNode?,
    origin: ConfigurationOrigin,
    canUseEnvironment: Bool = true
  ) {
    self.diagnostics = diagnostics
    self.path = path
    self.node = node
    self.origin = origin
    self.canUseEnvironment = canUseEnvironment
    if let node, node.pairs == nil, !Self.isNothing(node) {
      problem(nil, "is not a list of keys with values; write `key: value` lines")
    }
  }

  /// Reports a problem with a key of this section, or with the section.
  package func problem(_ key: String?, _ message: String) {
    let place = key.map { origin(of: $0) } ?? origin
    diagnostics.problems.append(
      ConfigurationProblem(origin: place, key: key.map(full) ?? path, message: message))
  }

  /// Reports problems that were found elsewhere.
  func report(_ problems: [ConfigurationProblem]) { diagnostics.problems += problems }

  /// The origin of each value that was read so far, by its full key.
  var origins: [String: ConfigurationOrigin] { diagnostics.origins }

  /// Whether a key has a value, valid or not.
  package func has(_ key: String) -> Bool { origins[full(key)] != nil }

  /// Whether the value of a key is a section.
  package func isSection(_ key: String) -> Bool { value(key)?.pairs != nil }

  /// Reads the section below a key.
  package func section<Value>(_ key: String, _ read: (ConfigurationSection) -> Value) -> Value {
    let inner = ConfigurationSection(
      diagnostics, path: full(key), node: value(key), origin: origin(of: key),
      canUseEnvironment: canUseEnvironment)
    defer { inner.refuseUnknownKeys() }
    return read(inner)
  }

  /// Reads every section of a list.
  package func list<Value>(_ key: String, _ read: (ConfigurationSection) -> Value) -> [Value] {
    guard let node = value(key) else { return [] }
    guard let items = node.items else {
      problem(key, "is not a list; start each entry with `- `")
      return []
    }
    return items.enumerated().map { index, item in
      let inner = ConfigurationSection(
        diagnostics, path: "\(full(key))[\(index)]", node: item,
        origin: mark(item),
        canUseEnvironment: false)
      defer { inner.refuseUnknownKeys() }
      return read(inner)
    }
  }

  /// A text; `check` returns the problem of an invalid one.
  package func text(_ key: String, _ check: (String) -> String? = { _ in nil }) -> String? {
    guard let text = scalar(key) else { return nil }
    if text.isEmpty {
      problem(key, "is empty")
      return nil
    }
    if let complaint = check(text) {
      problem(key, complaint)
      return nil
    }
    return text
  }

  /// A number within a range.
  package func number(_ key: String, _ range: ClosedRange<Double>, _ unit: String) -> Double? {
    guard let text = scalar(key) else { return nil }
    guard let number = Double(text), range.contains(number) else {
      problem(
        key, "'\(text)' is not a number from \(range.lowerBound) to \(range.upperBound) \(unit)")
      return nil
    }
    return number
  }

  /// A whole number within a range.
  package func integer(_ key: String, _ range: ClosedRange<Int>) -> Int? {
    guard let text = scalar(key) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      problem(
        key, "'\(text)' is not a whole number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  /// A Boolean value.
  package func flag(_ key: String) -> Bool? {
    guard let text = scalar(key) else { return nil }
    switch text.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default:
      problem(key, "'\(text)' is neither true nor false")
      return nil
    }
  }

  /// One of some names.
  package func choice(_ key: String, of names: [String]) -> String? {
    text(key) { text in
      names.contains(text) ? nil : "'\(text)' is none of \(names.joined(separator: ", "))"
    }
  }

  /// A list of texts; each is checked.
  package func texts(_ key: String, _ check: (String) -> String?) -> [String]? {
    guard let node = value(key) else { return nil }
    guard let items = node.items else {
      problem(key, "is not a list; write [ONE, TWO]")
      return nil
    }
    return items.compactMap { item in
      let text = item.text ?? ""
      guard let complaint = item.text == nil ? "is not a list of words" : check(text) else {
        return text
      }
      diagnostics.problems.append(
        ConfigurationProblem(
          origin: mark(item), key: full(key), message: complaint))
      return nil
    }
  }

  /// Accepts a key without reading its value.
  func ignore(_ key: String) { known.append(key) }

  /// Accepts all keys without reading their values.
  func ignoreUnknownKeys() { known += (node?.pairs ?? []).compactMap { $0.key.text } }

  /// Reports every key that was not requested.
  func refuseUnknownKeys() {
    for (key, _) in node?.pairs ?? [] {
      let name = key.text ?? "?"
      guard !known.contains(name) else { continue }
      diagnostics.problems.append(
        ConfigurationProblem(
          origin: mark(key), key: full(name),
          message: "is not known; known here are \(known.joined(separator: ", "))"))
    }
  }

  private func full(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  private func mark(_ node: YAMLNode) -> ConfigurationOrigin {
    .file(path: diagnostics.path, line: node.line, column: node.column)
  }

  private func variable(_ key: String) -> String {
    diagnostics.prefix + full(key).uppercased().map { $0 == "." ? "_" : String($0) }.joined()
  }

  private func origin(of key: String) -> ConfigurationOrigin {
    diagnostics.origins[full(key)] ?? origin
  }

  /// The node of a key; `nil` if it is missing or empty.
  private func value(_ key: String) -> YAMLNode? {
    if !known.contains(key) { known.append(key) }
    guard
      let node = node?.pairs?.first(where: { $0.key.text == key })?.value,
      !Self.isNothing(node)
    else { return nil }
    diagnostics.origins[full(key)] = mark(node)
    return node
  }

  private func scalar(_ key: String) -> String? {
    let node = value(key)
    let name = variable(key)
    if canUseEnvironment { diagnostics.variables.insert(name) }
    if canUseEnvironment, let text = diagnostics.environment[name], !text.isEmpty {
      diagnostics.origins[full(key)] = .environment(name: name)
      return text
    }
    guard let node else { return nil }
    guard let text = node.text else {
      problem(key, "is a list or section where one value belongs")
      return nil
    }
    return text
  }

  /// `key:` without a value, `~` and `null` leave the default.
  private static func isNothing(_ node: YAMLNode) -> Bool {
    node.isPlain && ["", "~", "null"].contains(node.text)
  }
}
