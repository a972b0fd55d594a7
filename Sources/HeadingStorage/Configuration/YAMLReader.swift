import CYAML

/// Reads the document of a YAML text with libyaml.
@safe struct YAMLReader: ~Copyable {
  /// Limit of the nodes of a document; a text of the largest size has fewer, unless aliases repeat
  /// them.
  private static let largest = 65_536

  /// Limit of the nesting.
  private static let deepest = 100

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var anchors: [String: YAMLNode] = [:]

  private init(_ text: UnsafeBufferPointer<UInt8>) {
    unsafe parser = .allocate(capacity: 1)
    unsafe yaml_parser_initialize(parser)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  /// Reads a text of one document; `nil` if it has none.
  ///
  /// - Throws: ``YAMLError`` of the first error.
  static func document(_ yaml: String) throws(YAMLError) -> YAMLNode? {
    let bytes = Array(yaml.utf8)
    let result: Result<YAMLNode?, YAMLError> = unsafe bytes.withUnsafeBufferPointer { text in
      do throws(YAMLError) {
        var reader = unsafe YAMLReader(text)
        return .success(try reader.document())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private mutating func document() throws(YAMLError) -> YAMLNode? {
    _ = try next()
    guard try next().kind != .end else { return nil }
    let root = try node(try next(), depth: 0)
    _ = try next()
    let event = try next()
    guard event.kind == .end else { throw event.error("but found another document") }
    return root
  }

  private mutating func node(_ event: YAMLEvent, depth: Int) throws(YAMLError) -> YAMLNode {
    guard depth < Self.deepest else {
      throw event.error("it is nested deeper than \(Self.deepest) levels")
    }
    let node: YAMLNode
    switch event.kind {
    case .alias:
      guard let anchor = event.anchor, let node = anchors[anchor] else {
        throw event.error("found undefined alias")
      }
      return node
    case .scalar(let text, let isPlain):
      node = YAMLNode(text, isPlain: isPlain, line: event.line, column: event.column)
    case .sequence:
      var items: [YAMLNode] = []
      var size = 1
      while case let item = try next(), item.kind != .close {
        let node = try self.node(item, depth: depth + 1)
        size += node.size
        try Self.limit(size, item)
        items.append(node)
      }
      node = YAMLNode(items, line: event.line, column: event.column)
    case .mapping:
      var pairs: [(key: YAMLNode, value: YAMLNode)] = []
      var size = 1
      while case let first = try next(), first.kind != .close {
        let key = try self.node(first, depth: depth + 1)
        let value = try self.node(try next(), depth: depth + 1)
        size += key.size + value.size
        try Self.limit(size, first)
        pairs.append((key, value))
      }
      try Self.refuseDuplicates(pairs.map(\.key))
      node = YAMLNode(pairs, line: event.line, column: event.column)
    case .close, .end, .other: throw event.error("found an unexpected event")
    }
    if let anchor = event.anchor { anchors[anchor] = node }
    return node
  }

  private static func limit(_ size: Int, _ event: YAMLEvent) throws(YAMLError) {
    if size > largest { throw event.error("its aliases stand for more than \(largest) values") }
  }

  private static func refuseDuplicates(_ keys: [YAMLNode]) throws(YAMLError) {
    var seen: Set<String> = []
    let twice = Set(keys.compactMap(\.text).filter { !seen.insert($0).inserted }).sorted()
    guard let first = keys.first(where: { $0.text == twice.first && !twice.isEmpty }) else {
      return
    }
    throw YAMLError(
      problem: "the key \(twice.joined(separator: ", ")) occurs twice",
      position: (first.line, first.column))
  }

  private func next() throws(YAMLError) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else {
      let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
      let mark = unsafe parser.pointee.problem_mark
      let isPlaced = unsafe [YAML_SCANNER_ERROR, YAML_PARSER_ERROR].contains(parser.pointee.error)
      throw YAMLError(
        problem: problem ?? "there is no memory",
        position: isPlaced ? (Int(mark.line) + 1, Int(mark.column) + 1) : nil)
    }
    defer { unsafe yaml_event_delete(&event) }
    return unsafe YAMLEvent(event)
  }
}
