/// Address of a WebSocket server: `ws://HOST[:PORT][/PATH]`, or `wss:` through TLS.
struct WebSocketAddress: Sendable, Hashable {
  /// Whether the connection uses TLS.
  let isSecure: Bool

  let host: String
  let port: Int

  /// Path and query; empty if the text has none.
  let path: String

  /// Reads an address; `nil` for anything else.
  init?(_ text: String) {
    let rest: Substring
    if text.hasPrefix("ws://") {
      (isSecure, rest) = (false, text.dropFirst(5))
    } else if text.hasPrefix("wss://") {
      (isSecure, rest) = (true, text.dropFirst(6))
    } else {
      return nil
    }
    let start = rest.firstIndex(of: "/") ?? rest.endIndex
    path = String(rest[start...])
    // Anything else could end the line of the request.
    guard path.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    guard let (host, port) = Self.split(rest[..<start], standardPort: isSecure ? 443 : 80),
      !host.isEmpty, (1...65_535).contains(port),
      host.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "@") })
    else { return nil }
    (self.host, self.port) = (host, port)
  }

  private static func split(_ text: Substring, standardPort: Int) -> (String, Int)? {
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let host = String(text[text.index(after: text.startIndex)..<end])
      let rest = text[text.index(after: end)...]
      if rest.isEmpty { return (host, standardPort) }
      guard rest.hasPrefix(":"), let port = Int(rest.dropFirst()) else { return nil }
      return (host, port)
    }
    guard let colon = text.firstIndex(of: ":") else { return (String(text), standardPort) }
    guard let port = Int(text[text.index(after: colon)...]) else { return nil }
    return (String(text[..<colon]), port)
  }

  /// Host and port as a request names them.
  var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

extension WebSocketAddress: CustomStringConvertible {
  /// The notation of the configuration.
  var description: String { "\(isSecure ? "wss" : "ws")://\(authority)\(path)" }
}
