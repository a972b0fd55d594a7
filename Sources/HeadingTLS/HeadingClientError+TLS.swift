import Glibc
import HeadingClient
import NIOSSL

extension HeadingClientError {
  /// Creates the error for an error of TLS; `nil` for another error.
  ///
  /// - Parameters:
  ///   - error: The error of the handshake, or of the stream.
  ///   - certificate: The certificate that the server presented, if the handshake got that far.
  ///   - address: The server.
  init?(tls error: any Error, certificate: NIOSSLCertificate?, at address: ServerAddress) {
    switch error {
    case let extra as NIOSSLExtraError where extra == .failedToValidateHostname:
      self = .untrusted(address, reason: Self.wrongName(address))
    case NIOSSLError.unableToValidateCertificate, NIOSSLError.cannotMatchULabel:
      self = .untrusted(address, reason: Self.wrongName(address))
    case NIOSSLError.uncleanShutdown: self = .connectionLost(address)
    case NIOSSLError.handshakeFailed(let cause): self = Self.meaning(cause, certificate, address)
    case let cause as BoringSSLError: self = Self.meaning(cause, certificate, address)
    default: return nil
    }
  }

  private static func wrongName(_ address: ServerAddress) -> String {
    guard case .host(let host, _) = address else { return "its certificate is for another name" }
    return "its certificate does not name \(host): connect by a name or address that it does name, "
      + "or make one that names \(host) (subjectAltName)"
  }

  private static func meaning(
    _ cause: BoringSSLError, _ certificate: NIOSSLCertificate?, _ address: ServerAddress
  ) -> HeadingClientError {
    guard case .sslError(let stack) = cause else { return .failed(address, reason: "\(cause)") }
    // BoringSSL's names of reasons; there are no public codes.
    let text = stack.map(\.description).joined(separator: " ")
    let has = { (words: [String]) in words.contains { text.contains($0) } }
    if text.contains("CERTIFICATE_VERIFY_FAILED") {
      return .untrusted(address, reason: distrust(certificate))
    }
    if has(["WRONG_VERSION_NUMBER", "HTTP_REQUEST", "HTTPS_PROXY_REQUEST"]) {
      return .notEncrypted(address)
    }
    if has(["ALERT_CERTIFICATE_REQUIRED", "ALERT_HANDSHAKE_FAILURE", "PEER_DID_NOT_RETURN"]) {
      return .notAdmitted(
        address, reason: "it asks for a client certificate: give --certificate and --key")
    }
    if has(["ALERT_UNKNOWN_CA", "ALERT_BAD_CERTIFICATE", "ALERT_CERTIFICATE", "ALERT_DECRYPT"]) {
      return .notAdmitted(
        address,
        reason: "it does not accept this client certificate: it has expired, or "
          + "`listen.tcp.client_ca` of the daemon did not sign it")
    }
    if text.contains("EOF during handshake") { return .connectionLost(address) }
    return .failed(address, reason: "the handshake of TLS failed: \(text)")
  }

  private static func distrust(_ certificate: NIOSSLCertificate?) -> String {
    let now = time(nil)
    if let end = certificate?.notValidAfter, end < now {
      return "its certificate has expired: make a new one there, or check this machine's clock"
    }
    if let start = certificate?.notValidBefore, start > now {
      return "its certificate is not valid yet: check this machine's clock"
    }
    return
      "its certificate is not one that is trusted here, nor signed by one: give the right one, "
      + "or that of its authority, with --ca"
  }
}
