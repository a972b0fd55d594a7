import Glibc

/// The web page; the section `http`.
package struct WebConfiguration: Sendable, Hashable {
  /// Certificate, key and token of a page for other machines, as files.
  package struct Protection: Sendable, Hashable {
    package var certificate: String
    package var key: String
    package var tokenFile: String
  }

  /// The TCP port unless one is configured.
  package static let standardPort = 8137

  /// The listening address, IPv4 or IPv6, in numbers.
  package var address = "127.0.0.1"

  /// The TCP port.
  package var port = standardPort

  /// TLS and the token; `nil` on this machine's own address only.
  package var protection: Protection?

  /// The files as those of a port for other machines, with which they share their rules.
  package var files: RemoteConfiguration.Protection? {
    protection.map {
      .tls(
        certificate: $0.certificate, key: $0.key, tokenFile: $0.tokenFile, clientAuthority: nil)
    }
  }

  /// Creates the page of this machine.
  package init() {}
}

extension WebConfiguration {
  /// Reads the section, or `ADDRESS:PORT` in its place; `nil` without either, or if it is refused.
  init?(_ root: ConfigurationSection) {
    self.init()
    guard root.isSection("http") else {
      guard let text = root.text("http", Self.complaint) else { return nil }
      take(text)
      return
    }
    let isGood = root.section("http") { section in
      if let text = section.text("address", { Self.isPlace($0) ? nil : Self.advice($0) }) {
        take(text)
      }
      if let port = section.integer("port", 1...65_535) { self.port = port }
      let path = { (key: String) in
        section.text(key) { $0.hasPrefix("/") ? nil : "'\($0)' is not an absolute path" }
      }
      let files = [path("certificate"), path("key"), path("token_file")]
      if let certificate = files[0], let key = files[1], let token = files[2] {
        protection = Protection(certificate: certificate, key: key, tokenFile: token)
      } else if !isLocal || files.contains(where: { $0 != nil }) {
        section.problem(
          nil,
          "has not all of `certificate`, `key` and `token_file`, without which other machines are not "
            + "served: make them as docs/remote.md shows, or use 127.0.0.1")
        return false
      }
      return true
    }
    guard isGood else { return nil }
  }

  /// Whether only this machine reaches the page.
  package var isLocal: Bool { address == "::1" || address.hasPrefix("127.") }

  /// Reads `ADDRESS`, `ADDRESS:PORT` or `[ADDRESS]:PORT`, which are valid.
  private mutating func take(_ text: String) {
    let (address, port) = Self.split(text)
    self.address = address
    if let port = port.flatMap({ Int($0) }) { self.port = port }
  }

  private static func split(_ text: String) -> (address: String, port: String?) {
    if RemoteConfiguration.isAddress(text) { return (text, nil) }
    guard let colon = text.lastIndex(of: ":") else { return (text, nil) }
    let address = text[..<colon].drop { $0 == "[" }.prefix { $0 != "]" }
    return (String(address), String(text[text.index(after: colon)...]))
  }

  private static func isPlace(_ text: String) -> Bool {
    let (address, port) = split(text)
    return RemoteConfiguration.isAddress(address)
      && port.map { Int($0).map { (1...65_535).contains($0) } ?? false } ?? true
  }

  private static func advice(_ text: String) -> String {
    "'\(text)' is not an address in numbers with a port, such as 127.0.0.1:8137"
  }

  /// What is wrong with the short form.
  private static func complaint(_ text: String) -> String? {
    guard isPlace(text) else { return advice(text) }
    let address = split(text).address
    guard address == "::1" || address.hasPrefix("127.") else {
      return "'\(text)' would serve other machines without TLS: write a section with `address`, "
        + "`certificate`, `key` and `token_file`, or use 127.0.0.1"
    }
    return nil
  }
}
