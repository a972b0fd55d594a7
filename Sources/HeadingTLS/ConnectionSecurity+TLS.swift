public import HeadingClient

extension ConnectionSecurity {
  /// TLS to a daemon on another machine.
  ///
  /// To this machine (`localhost`, 127.0.0.0/8, `::1`) only if a file is named.
  ///
  /// - Parameters:
  ///   - certificateAuthority: Path of the certificates (PEM) that the daemon's must be one of or be signed by;
  ///     `nil` for the authorities that the system trusts.
  ///   - certificate: Path of this client's certificates (PEM), its own first; `nil` for none.
  ///   - key: Path of the private key (PEM) of `certificate`; `nil` if it is in the same file.
  ///   - tokenFile: Path of the file with the daemon's token, one line; `nil` for none.
  /// - Returns: The security of a connection.
  public static func tls(
    certificateAuthority: String? = nil, certificate: String? = nil, key: String? = nil,
    tokenFile: String? = nil
  ) -> ConnectionSecurity {
    var security = ConnectionSecurity()
    security.certificateAuthority = certificateAuthority
    security.certificate = certificate
    security.key = key
    security.tokenFile = tokenFile
    security.transport = TLSTransport.self
    return security
  }
}
