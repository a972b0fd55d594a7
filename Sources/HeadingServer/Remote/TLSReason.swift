import NIOSSL

/// Errors of TLS in a few words for the log.
enum TLSReason {
  /// The words of an error, such as `no handshake: UNSUPPORTED_PROTOCOL`.
  static func text(_ error: any Error) -> String {
    guard case NIOSSLError.handshakeFailed(.sslError(let stack)) = error, let first = stack.first
    else { return "\(error)" }
    // BoringSSL writes `error:CODE:LIBRARY:FUNCTION:REASON at FILE:LINE`.
    let words = first.description.split(separator: " at ")[0]
    let reason = (words.split(separator: ":").last ?? words).drop { $0 == " " }
    switch reason {
    case _ where reason.hasPrefix("EOF"): return "the peer hung up during the handshake"
    // OpenSSL reports a certificate that it refuses in TLS 1.3 without encryption, which BoringSSL takes for a record
    // that is too short.
    case "TLSV1_ALERT_UNKNOWN_CA", "BAD_PACKET_LENGTH":
      return
        "the client refuses this daemon's certificate: give `compass` --ca, and a name or address "
        + "that the certificate has"
    default: return "no handshake: \(reason)"
    }
  }
}
