import Yams

/// A mapping of the file; a key that is not requested is reported as unknown.
///
/// The environment variable of a key overrides the file (the prefix, `HEADINGD_`, and the key in
/// capitals, `_` for `.`: `sensors.uri` is `HEADINGD_SENSORS_URI`). An invalid value is reported as
/// a problem and reads as `nil`.
package final class ConfigurationSection {
  private let diagnostics: ConfigurationDiagnostics
  private let path: String
  private let node: Node?
  private let origin: ConfigurationOrigin
  private var known: [String] = []
  private let canUseEnvironment: Bool

  init(
    _ diagnostics: ConfigurationDiagnostics, path: String, node: Node?, origin: ConfigurationOrigin,
    canUseEnvironment: Bool = true
  ) {
    self.diagnostics = diagnostics
    self.path = path
    self.node = node
    self.origin = origin
    self.canUseEnvironment = canUseEnvironment
    if let node, node.mapping == nil, !Self.isNothing(node) {
      problem(nil, "is not a list of keys with values; write `key: value` lines")
    }
  }

  /// Reports a problem with a key of this section, or with the section.
  package func problem(_ key: String?, _ message: String) {
    let place = key.map { origin(of: $0) } ?? origin
    diagnostics.problems.append(
      ConfigurationProblem(origin: place, key: key.map(full) ?? path, message: message))
  }

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
    guard let items = node.sequence else {
      problem(key, "is not a list; start each entry with `- `")
      return []
    }
    return items.enumerated().map { index, item in
      let inner = ConfigurationSection(
        diagnostics, path: "\(full(key))[\(index)]", node: item,
        origin: mark(item) ?? origin(of: key),
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
    guard let items = node.sequence else {
      problem(key, "is not a list; write [ONE, TWO]")
      return nil
    }
    return items.compactMap { item in
      let text = item.scalar?.string ?? ""
      guard let complaint = item.scalar == nil ? "is not a list of words" : check(text) else {
        return text
      }
      diagnostics.problems.append(
        ConfigurationProblem(
          origin: mark(item) ?? origin(of: key), key: full(key), message: complaint))
      return nil
    }
  }

  /// Accepts a key without reading its value.
  func ignore(_ key: String) { known.append(key) }

  /// Reports every key that was not requested.
  func refuseUnknownKeys() {
    guard let mapping = node?.mapping else { return }
    for (key, _) in mapping {
      let name = key.scalar?.string ?? "?"
      guard !known.contains(name) else { continue }
      diagnostics.problems.append(
        ConfigurationProblem(
          origin: mark(key) ?? origin, key: full(name),
          message: "is not known; known here are \(known.joined(separator: ", "))"))
    }
  }

  private func full(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  private func mark(_ node: Node) -> ConfigurationOrigin? {
    node.mark.map { .file(path: diagnostics.path, line: $0.line, column: $0.column) }
  }

  private func variable(_ key: String) -> String {
    diagnostics.prefix + full(key).uppercased().map { $0 == "." ? "_" : String($0) }.joined()
  }

  private func origin(of key: String) -> ConfigurationOrigin {
    diagnostics.origins[full(key)] ?? origin
  }

  /// The node of a key; `nil` if it is missing or empty.
  private func value(_ key: String) -> Node? {
    if !known.contains(key) { known.append(key) }
    guard
      let node = node?.mapping?.first(where: { $0.key.scalar?.string == key })?.value,
      !Self.isNothing(node)
    else { return nil }
    diagnostics.origins[full(key)] = mark(node)
    return node
  }

  private func scalar(_ key: String) -> String? {
    let node = value(key)
    let name = variable(key)
    if canUseEnvironment, let text = diagnostics.environment[name], !text.isEmpty {
      diagnostics.origins[full(key)] = .environment(name: name)
      return text
    }
    guard let node else { return nil }
    guard let scalar = node.scalar else {
      problem(key, "is a list or section where one value belongs")
      return nil
    }
    return scalar.string
  }

  /// `key:` without a value, `~` and `null` leave the default.
  private static func isNothing(_ node: Node) -> Bool {
    guard let scalar = node.scalar, scalar.style == .plain || scalar.style == .any else {
      return false
    }
    return ["", "~", "null"].contains(scalar.string)
  }
}
