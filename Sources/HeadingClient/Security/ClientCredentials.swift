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
    token =
      if let file = security.tokenFile { try CredentialContent.token(file) } else { nil }
  }
}
