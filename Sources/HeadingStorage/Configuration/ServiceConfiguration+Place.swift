import Yams

extension ServiceConfiguration {
  /// A configuration's text without its section `place` and without comments; `nil` if it is no
  /// YAML.
  package static func removingPlace(from yaml: String) -> String? {
    guard let node = try? Yams.compose(yaml: yaml) else { return nil }
    guard let mapping = node.mapping else { return nil }
    let kept = mapping.filter { $0.key.scalar?.string != "place" }
    return try? Yams.serialize(node: Node(kept.map { ($0.key, $0.value) }))
  }
}
