import Glibc

/// The port for other machines; the section `listen.tcp`.
///
/// It is encrypted and asks for a token, a client certificate or both, unless the configuration gives up
/// both in so many words.
package struct RemoteConfiguration: Sendable, Hashable {
  /// How the port is protected.
  package enum Protection: Sendable, Hashable {
    /// TLS; `tokenFile`, `clientAuthority` or both are set, and a client needs each that is.
    case tls(certificate: String, key: String, tokenFile: String?, clientAuthority: String?)
    /// Nothing: everyone who reaches the port reads, and so does everyone on the way.
    case none
  }

  /// The TCP port unless one is configured.
  package static let standardPort = 5450

  /// The listening address, IPv4 or IPv6, in numbers.
  package var address: String

  /// The TCP port.
  package var port = standardPort

  /// How the port is protected.
  package var protection: Protection

  /// Largest number of clients; `nil` for the server's default.
  package var subscribers: Int?

  /// Whether the port is announced by mDNS where Avahi runs.
  package var isAnnounced = true

  /// Creates a configuration.
  package init(address: String, protection: Protection) {
    self.address = address
    self.protection = protection
  }
}

extension RemoteConfiguration {
  /// The key that gives up encryption and authentication.
  package static let openKey = "open_to_everyone_unencrypted"

  /// Reads the section; `nil` without any key, or if it is refused.
  init?(_ section: ConfigurationSection) {
    let address = section.text("address") { text in
      Self.isAddress(text)
        ? nil
        : "'\(text)' is not an address in numbers, such as 0.0.0.0 or :: (all of this machine's)"
    }
    let port = section.integer("port", 1...65_535)
    let path = { (key: String) in
      section.text(key) { $0.hasPrefix("/") ? nil : "'\($0)' is not an absolute path" }
    }
    let (certificate, key) = (path("certificate"), path("key"))
    let (tokenFile, clientAuthority) = (path("token_file"), path("client_ca"))
    let isOpen = section.flag(Self.openKey)
    let subscribers = section.integer("subscribers", 1...100_000)
    let announce = section.flag("announce")
    let given = [
      "address", "port", "certificate", "key", "token_file", "client_ca", Self.openKey,
      "subscribers", "announce",
    ].filter(section.has)
    guard !given.isEmpty else { return nil }
    if !section.has("address") {
      section.problem(
        nil,
        "has no `address`, so no port is opened: give that of the network it is meant for, or 0.0.0.0 "
          + "(IPv4) or :: (IPv6 and IPv4) for all")
    }
    let protection: Protection?
    if isOpen == true {
      protection = Protection.none
      for key in ["certificate", "key", "token_file", "client_ca"] where section.has(key) {
        section.problem(
          key, "protects nothing beside `\(Self.openKey)`: remove one of them")
      }
    } else {
      for (key, purpose) in [
        ("certificate", "the heading could be read and changed on the way"),
        ("key", "the certificate proves nothing"),
      ] where !section.has(key) {
        section.problem(
          nil, "has no `\(key)`, and without it \(purpose): make one as docs/remote.md shows")
      }
      if !section.has("token_file"), !section.has("client_ca") {
        section.problem(
          nil,
          "has neither `token_file` nor `client_ca`, and without one everyone in reach may read: make one "
            + "as docs/remote.md shows, or write `\(Self.openKey): true`")
      }
      protection = certificate.flatMap { certificate in
        key.map {
          .tls(
            certificate: certificate, key: $0, tokenFile: tokenFile,
            clientAuthority: clientAuthority)
        }
      }
    }
    guard let address, let protection else { return nil }
    self.init(address: address, protection: protection)
    if let port { self.port = port }
    self.subscribers = subscribers
    if let announce { isAnnounced = announce }
  }

  /// Whether a text is an IPv4 or IPv6 address in numbers.
  static func isAddress(_ text: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    return unsafe inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
  }

  /// Whether only this machine reaches the port.
  package var isLocal: Bool { address == "::1" || address.hasPrefix("127.") }
}
