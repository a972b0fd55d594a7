import CPage
import NIOCore
import NIOHTTP1

/// The files of the web page, and the headers that confine it to them.
enum WebPage {
  /// No script, style, picture or connection but this server's own, and no frame around the page.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private struct File: Sendable {
    var type: String
    var bytes: ByteBuffer
    var tag: String
  }

  private static let files: [String: File] = {
    var files: [String: File] = [:]
    var entry = unsafe page_files()
    while let name = unsafe entry?.pointee.name, let file = unsafe entry?.pointee {
      let content = unsafe UnsafeBufferPointer(start: file.bytes, count: file.size)
      unsafe files[String(cString: name)] = File(
        type: String(cString: file.type), bytes: ByteBuffer(bytes: content),
        tag: "\"\(String(Self.sum(content), radix: 16))\"")
      unsafe entry = entry?.successor()
    }
    return files
  }()

  /// FNV-1a, 64 bits: a file that has changed gets another tag.
  private static func sum(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The answer to a GET of a file, `nil` if there is none of this name.
  static func answer(to path: Substring, _ head: HTTPRequestHead) -> HTTPAnswer? {
    let name = path == "/" ? "index.html" : String(path.dropFirst())
    guard let file = files[name] else { return nil }
    let isKnown = head.headers["If-None-Match"].contains(file.tag)
    var answer = HTTPAnswer(
      status: isKnown ? .notModified : .ok, type: file.type,
      body: isKnown ? ByteBuffer() : file.bytes)
    answer.headers.add(name: "ETag", value: file.tag)
    return confined(answer)
  }

  /// An answer with the headers that every answer of the page has.
  static func confined(_ answer: HTTPAnswer) -> HTTPAnswer {
    var answer = answer
    answer.headers.add(contentsOf: [
      "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-cache",
    ])
    return answer
  }
}
