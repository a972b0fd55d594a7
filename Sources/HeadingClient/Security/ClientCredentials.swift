/// What the files of a ``ConnectionSecurity`` contain.
struct ClientCredentials: Sendable {
  /// The encryption; `nil` for none.
  let transport: (any SecureTransport)?

  /// The daemon's token; `nil` for none, and never without encryption.
  let token: String?

  /// Reads the files for a connection.
  ///
  /// - Throws: ``HeadingClientError/unusableFile(_:reason:)``, or
  ///   ``HeadingClientError/failed(_:reason:)`` if the program has no TLS.
  init(
    _ security: ConnectionSecurity, for address: ServerAddress
  ) throws(HeadingClientError) {
    guard security.encrypts(address) else {
      (transport, token) = (nil, nil)
      return
    }
    guard let type = security.transport else {
      throw .failed(
        address,
        reason: "other machines are reached through TLS: give `ConnectionSecurity.tls()` of the "
          + "product HeadingTLS, or `ConnectionSecurity(encryption: .none)`")
    }
    transport = try type.init(security)
    token = try security.tokenFile.map(Self.token)
  }

  private static func token(_ path: String) throws(HeadingClientError) -> String {
    var bytes = try CredentialContent.of(path)[...]
    while let last = bytes.last, [0x0A, 0x0D, 0x20].contains(last) { bytes.removeLast() }
    guard (1...256).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .unusableFile(
        path, reason: "it holds no token, which is one line of printable characters")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
