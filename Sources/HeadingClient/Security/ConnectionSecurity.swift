/// How a connection to a daemon over TCP is encrypted, and who proves what to whom.
///
/// It names files, which are read at each connection: a new token or certificate needs no restart, and no
/// secret is in this value. Unix sockets need none of it.
public struct ConnectionSecurity: Sendable, Hashable {
  /// Whether a connection is encrypted.
  public enum Encryption: Sendable, Hashable {
    /// TLS, except to this machine (`localhost`, 127.0.0.0/8, `::1`) if no file is named.
    case automatic
    /// Never TLS: everyone on the way reads the heading and can change it.
    case none
  }

  /// Whether the connection is encrypted.
  public var encryption: Encryption

  /// Path of the certificates (PEM) that the daemon's must be one of or be signed by; `nil` for the authorities that
  /// the system trusts.
  public var certificateAuthority: String?

  /// Path of this client's certificates (PEM), its own first; `nil` for none.
  public var certificate: String?

  /// Path of the private key (PEM) of ``certificate``.
  public var key: String?

  /// Path of the file with the daemon's token, one line; `nil` for none.
  public var tokenFile: String?

  /// Creates the security of a connection; by default TLS with the system's authorities, and no proof
  /// of the client.
  public init(
    encryption: Encryption = .automatic, certificateAuthority: String? = nil,
    certificate: String? = nil, key: String? = nil, tokenFile: String? = nil
  ) {
    self.encryption = encryption
    self.certificateAuthority = certificateAuthority
    self.certificate = certificate
    self.key = key
    self.tokenFile = tokenFile
  }

  /// Whether a connection to an address uses TLS.
  func encrypts(_ address: ServerAddress) -> Bool {
    guard encryption == .automatic, case .host(let host, _) = address else { return false }
    let isLocal = host == "localhost" || host == "::1" || host.hasPrefix("127.")
    return !isLocal
      || [certificateAuthority, certificate, key, tokenFile].contains { $0 != nil }
  }
}
