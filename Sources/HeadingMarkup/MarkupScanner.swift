/// Pull scanner for XML: returns the start and end tags of a text in order.
///
/// Reads the subset that IIO contexts and GPX files use. Processing instructions, comments, CDATA
/// sections and the document type are skipped; entities other than the five predefined ones stay as
/// they are written and nothing external is loaded. Scanning takes time and memory proportional to
/// the text.
package struct MarkupScanner: Sequence, IteratorProtocol {
  /// A start tag (also of an empty element) or an end tag.
  package struct Tag {
    package var name: String
    package var attributes: [String: String] = [:]
    package var isEnd = false
  }

  private let bytes: [UInt8]
  private var position = 0

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The character data from the current position to the next tag, which ``next()`` returns.
  package mutating func text() -> String {
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.endIndex
    defer { position = end }
    return Self.unescaped(bytes[position..<end])
  }

  /// The next tag; `nil` at the end of the text or at malformed markup.
  package mutating func next() -> Tag? {
    while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = open + 1
      guard position < bytes.count else { return nil }
      switch bytes[position] {
      case UInt8(ascii: "?"): skip(past: "?>")
      case UInt8(ascii: "!"): skipDeclaration()
      default: return tag()
      }
    }
    return nil
  }

  /// Skips a comment, a CDATA section or a document type.
  private mutating func skipDeclaration() {
    let rest = bytes[position...]
    if rest.starts(with: "!--".utf8) {
      position += 3
      skip(past: "-->")
    } else if rest.starts(with: "![CDATA[".utf8) {
      skip(past: "]]>")
    } else {
      // The internal subset of a document type is in brackets and contains > itself.
      let end = rest.firstIndex(of: UInt8(ascii: ">")) ?? bytes.endIndex
      if rest[..<end].contains(UInt8(ascii: "[")) { skip(past: "]") }
      skip(past: ">")
    }
  }

  private mutating func tag() -> Tag? {
    var tag = Tag(name: "")
    if bytes[position] == UInt8(ascii: "/") {
      tag.isEnd = true
      position += 1
    }
    tag.name = word()
    while position < bytes.count {
      skipSpace()
      guard position < bytes.count else { return nil }
      if bytes[position] == UInt8(ascii: ">") {
        position += 1
        return tag
      }
      if bytes[position] == UInt8(ascii: "/") {
        position += 1
        continue
      }
      let name = word()
      guard !name.isEmpty, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "=") else {
        return nil
      }
      let quote = bytes[position + 1]
      position += 2
      guard let end = bytes[position...].firstIndex(of: quote) else { return nil }
      tag.attributes[name] = Self.unescaped(bytes[position..<end])
      position = end + 1
    }
    return nil
  }

  private mutating func word() -> String {
    let start = position
    while position < bytes.count, !" \t\r\n=/>".utf8.contains(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipSpace() {
    while position < bytes.count, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
  }

  /// Moves behind the next occurrence of a delimiter, or to the end if there is none.
  private mutating func skip(past delimiter: String) {
    while position < bytes.count {
      if bytes[position...].starts(with: delimiter.utf8) {
        position += delimiter.utf8.count
        return
      }
      position += 1
    }
  }

  private static let entities: [(name: String, character: UInt8)] = [
    ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&quot;", UInt8(ascii: "\"")),
    ("&apos;", UInt8(ascii: "'")), ("&amp;", UInt8(ascii: "&")),
  ]

  /// The text with the five predefined entities replaced (XML 1.0, section 4.6).
  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    guard text.contains(UInt8(ascii: "&")) else { return String(decoding: text, as: UTF8.self) }
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"),
        let entity = entities.first(where: { rest.starts(with: $0.name.utf8) })
      {
        result.append(entity.character)
        rest = rest.dropFirst(entity.name.utf8.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
