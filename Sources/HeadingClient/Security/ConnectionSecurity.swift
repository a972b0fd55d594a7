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

  /// Path of the certificates (PEM) that the daemon's must be one of or be signed by; `nil` for the
  /// authorities that the system trusts.
  package var certificateAuthority: String?

  /// Path of this client's certificates (PEM), its own first; `nil` for none.
  package var certificate: String?

  /// Path of the private key (PEM) of ``certificate``.
  package var key: String?

  /// Path of the file with the daemon's token, one line; `nil` for none.
  package var tokenFile: String?

  /// What encrypts; `nil` if the program has nothing.
  package var transport: (any SecureTransport.Type)?

  /// Creates the security of connections to this machine, or of unencrypted ones.
  ///
  /// `ConnectionSecurity.tls(…)` of the product `HeadingTLS` is for other machines.
  public init(encryption: Encryption = .automatic) { self.encryption = encryption }

  /// Whether a connection to an address uses TLS.
  func encrypts(_ address: ServerAddress) -> Bool {
    guard encryption == .automatic, case .host(let host, _) = address else { return false }
    let isLocal = host == "localhost" || host == "::1" || host.hasPrefix("127.")
    return !isLocal
      || values.contains { $0 != nil }
  }

  // The type that encrypts is compared by its identity.
  private var values: [String?] { [certificateAuthority, certificate, key, tokenFile] }
  private var transportID: ObjectIdentifier? { transport.map { ObjectIdentifier($0) } }

  /// Whether two securities name the same files and the same encryption.
  public static func == (one: Self, other: Self) -> Bool {
    one.encryption == other.encryption && one.values == other.values
      && one.transportID == other.transportID
  }

  /// Hashes what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(encryption)
    hasher.combine(values)
    hasher.combine(transportID)
  }
}
