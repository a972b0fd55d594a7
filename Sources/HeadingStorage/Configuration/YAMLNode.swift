/// A node of a YAML document, with the position where it begins.
struct YAMLNode: Sendable {
  private enum Content {
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([(key: YAMLNode, value: YAMLNode)])
  }

  private let content: Content

  /// Line, from 1.
  let line: Int

  /// Column in characters, from 1.
  let column: Int

  /// Number of nodes, those of aliases counted at every use.
  let size: Int

  init(_ text: String, isPlain: Bool, line: Int, column: Int) {
    (content, size) = (.scalar(text, isPlain: isPlain), 1)
    (self.line, self.column) = (line, column)
  }

  init(_ items: [YAMLNode], line: Int, column: Int) {
    (content, size) = (.sequence(items), items.reduce(1) { $0 &+ $1.size })
    (self.line, self.column) = (line, column)
  }

  init(_ pairs: [(key: YAMLNode, value: YAMLNode)], line: Int, column: Int) {
    (content, size) = (.mapping(pairs), pairs.reduce(1) { $0 &+ $1.key.size &+ $1.value.size })
    (self.line, self.column) = (line, column)
  }

  /// The text of a scalar; `nil` for other nodes.
  var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

  /// Whether it is a scalar without quotation marks.
  var isPlain: Bool { if case .scalar(_, isPlain: true) = content { true } else { false } }

  /// The items of a sequence; `nil` for other nodes.
  var items: [YAMLNode]? { if case .sequence(let items) = content { items } else { nil } }

  /// The pairs of a mapping in the file's order; `nil` for other nodes.
  var pairs: [(key: YAMLNode, value: YAMLNode)]? {
    if case .mapping(let pairs) = content { pairs } else { nil }
  }
}
