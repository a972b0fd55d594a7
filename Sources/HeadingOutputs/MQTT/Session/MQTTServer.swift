/// A broker's host and port.
package struct MQTTServer: Sendable, Hashable, CustomStringConvertible {
  /// Name or address.
  package let host: String

  /// The port; `nil` for the usual one.
  package let port: Int?

  /// Reads `HOST`, `HOST:PORT`, `[ADDRESS]` or `[ADDRESS]:PORT`.
  package init?(_ text: String) {
    var rest = text[...]
    if rest.hasPrefix("[") {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      host = String(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...]
    } else {
      host = String(rest.prefix { $0 != ":" })
      rest = rest.dropFirst(host.count)
    }
    guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy({ $0 > 32 && $0 < 127 }),
      !host.contains("/")
    else { return nil }
    if rest.isEmpty {
      port = nil
      return
    }
    guard rest.hasPrefix(":"), let number = Int(rest.dropFirst()), (1...65_535).contains(number)
    else { return nil }
    port = number
  }

  /// The port of a connection, with TLS or without.
  func port(isSecure: Bool) -> Int { port ?? (isSecure ? 8883 : 1883) }

  /// The notation of the configuration.
  package var description: String {
    (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
  }
}
