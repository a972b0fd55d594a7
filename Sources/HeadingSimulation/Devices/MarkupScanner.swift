/// Reads the elements of an XML text one after the other: enough for the contexts libiio writes and for
/// routes.
///
/// Comments and the document type are passed over; so is text, unless it is asked for.
package struct MarkupScanner: Sequence, IteratorProtocol {
  /// A start tag (also of an empty element) or an end tag.
  package struct Tag {
    package var name: String
    package var attributes: [String: String] = [:]
    package var isEnd = false
  }

  private let bytes: [UInt8]
  private var place = 0

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The text from here to the next tag, which comes next then.
  package mutating func text() -> String {
    let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.endIndex
    defer { place = end }
    return Self.unescaped(String(decoding: bytes[place..<end], as: UTF8.self))
  }

  /// The next tag; `nil` at the end or where the text is no markup any more.
  package mutating func next() -> Tag? {
    while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = open + 1
      guard place < bytes.count else { return nil }
      switch bytes[place] {
      case UInt8(ascii: "?"): skip(past: UInt8(ascii: ">"))
      case UInt8(ascii: "!"):
        // A document type may hold declarations in brackets, which hold > themselves.
        let inner = bytes[place...].firstIndex(of: UInt8(ascii: "["))
        let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.endIndex
        if let inner, inner < end { skip(past: UInt8(ascii: "]")) }
        skip(past: UInt8(ascii: ">"))
      default: return tag()
      }
    }
    return nil
  }

  private mutating func tag() -> Tag? {
    var tag = Tag(name: "")
    if bytes[place] == UInt8(ascii: "/") {
      tag.isEnd = true
      place += 1
    }
    tag.name = word()
    while place < bytes.count {
      skipSpace()
      guard place < bytes.count else { return nil }
      if bytes[place] == UInt8(ascii: ">") {
        place += 1
        return tag
      }
      if bytes[place] == UInt8(ascii: "/") {
        place += 1
        continue
      }
      let name = word()
      guard !name.isEmpty, place + 1 < bytes.count, bytes[place] == UInt8(ascii: "=") else {
        return nil
      }
      let quote = bytes[place + 1]
      place += 2
      guard let end = bytes[place...].firstIndex(of: quote) else { return nil }
      tag.attributes[name] = Self.unescaped(String(decoding: bytes[place..<end], as: UTF8.self))
      place = end + 1
    }
    return nil
  }

  private mutating func word() -> String {
    let start = place
    while place < bytes.count, !" \t\r\n=/>".utf8.contains(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func skipSpace() {
    while place < bytes.count, " \t\r\n".utf8.contains(bytes[place]) { place += 1 }
  }

  private mutating func skip(past byte: UInt8) {
    place = (bytes[place...].firstIndex(of: byte) ?? bytes.count - 1) + 1
  }

  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let ampersand = rest.firstIndex(of: "&") {
      result += rest[..<ampersand]
      let entities = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
      ]
      if let (entity, character) = entities.first(where: { rest[ampersand...].hasPrefix($0.0) }) {
        result += character
        rest = rest[ampersand...].dropFirst(entity.count)
      } else {
        result += "&"
        rest = rest[ampersand...].dropFirst()
      }
    }
    return result + rest
  }
}
