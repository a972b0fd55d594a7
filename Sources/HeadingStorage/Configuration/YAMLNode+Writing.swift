extension YAMLNode {
  /// The node as YAML text, without comments, anchors and tags.
  var yaml: String { lines.map { $0 + "\n" }.joined() }

  private var lines: [String] {
    if let items {
      return items.isEmpty
        ? ["[]"]
        : items.flatMap { item in
          item.lines.enumerated().map { ($0.offset == 0 ? "- " : "  ") + $0.element }
        }
    }
    guard let pairs else { return [scalar] }
    return pairs.isEmpty
      ? ["{}"]
      : pairs.flatMap { pair in
        let isBlock = pair.value.text == nil && pair.value.size > 1
        return isBlock
          ? [pair.key.scalar + ":"] + pair.value.lines.map { "  " + $0 }
          : ["\(pair.key.scalar): \(pair.value.lines.joined())"]
      }
  }

  private var scalar: String {
    let text = text ?? ""
    guard !isPlain || text.contains(where: \.isNewline) else { return text }
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
        "\\x" + String(scalar.value + 0x100, radix: 16).dropFirst()
      case "\u{2028}": "\\L"
      case "\u{2029}": "\\P"
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
