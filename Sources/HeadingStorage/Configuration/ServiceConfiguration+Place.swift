extension ServiceConfiguration {
  /// A configuration's text without its section `place` and without comments; `nil` if it is no
  /// YAML.
  package static func removingPlace(from yaml: String) -> String? {
    guard let node = try? YAMLReader.document(yaml), let pairs = node.pairs else { return nil }
    return YAMLNode(pairs.filter { $0.key.text != "place" }, line: 1, column: 1).yaml
  }
}
