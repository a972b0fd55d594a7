import Glibc

/// Sanitizes the XML of an IIO context for libiio.
enum ContextXML {
  /// Size limit, bytes; a machine with a hundred devices has some 200 kB.
  static let sizeLimit = 1 << 22

  /// Reads a file up to the size limit.
  static func read(_ path: String) throws(SystemError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError(code: errno) }
    defer { close(file) }
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while text.count <= sizeLimit {
      let count = unsafe Glibc.read(file, &chunk, chunk.count)
      guard count >= 0 else { throw SystemError(code: errno) }
      if count == 0 { return text }
      text += chunk[..<count]
    }
    throw SystemError(code: EFBIG)
  }

  /// The text without references to external entities; `nil` if it contains no context.
  ///
  /// libxml2 loads external document types and entities from files and servers. A prolog that refers to
  /// any is replaced by one without a document type.
  static func sanitized(_ text: some Collection<UInt8>) -> [UInt8]? {
    let text = Array(text)
    let root = Array("<context".utf8)
    guard text.count >= root.count else { return nil }
    for start in 0...(text.count - root.count) where text[start] == root[0] {
      guard text[start..<start + root.count].elementsEqual(root) else { continue }
      if isHarmless(String(decoding: text[..<start], as: UTF8.self).uppercased()) { return text }
      return Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>".utf8) + text[start...]
    }
    return nil
  }

  private static func isHarmless(_ prolog: String) -> Bool {
    !["SYSTEM", "PUBLIC", "ENTITY", "%"].contains { prolog.contains($0) }
      && (!prolog.contains("ENCODING") || prolog.contains("ENCODING=\"UTF-8\""))
  }
}
