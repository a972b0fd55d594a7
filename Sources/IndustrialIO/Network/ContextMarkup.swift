import Glibc

/// The XML of an IIO context, as it may be given to libiio.
enum ContextMarkup {
  /// Bytes at most: a machine with a hundred devices has some 200 kB.
  static let most = 1 << 22

  /// The text of a file, as far as it may go.
  static func read(_ path: String) throws(SystemError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError(code: errno) }
    defer { close(file) }
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while text.count <= most {
      let count = unsafe Glibc.read(file, &chunk, chunk.count)
      guard count >= 0 else { throw SystemError(code: errno) }
      if count == 0 { return text }
      text += chunk[..<count]
    }
    throw SystemError(code: EFBIG)
  }

  /// The text as libxml2 may read it; `nil` if there is no context in it.
  ///
  /// libxml2 follows a document type and its entities to files and to other servers. A prolog that refers to
  /// any gives way to one without.
  static func plain(_ text: some Collection<UInt8>) -> [UInt8]? {
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
