import NIOSSL

/// Errors of TLS in a few words for the log.
enum TLSReason {
  /// The words of an error, such as `no handshake: TLSV1_ALERT_UNKNOWN_CA`.
  static func text(_ error: any Error) -> String {
    guard case NIOSSLError.handshakeFailed(.sslError(let stack)) = error, let first = stack.first
    else { return "\(error)" }
    // BoringSSL writes `error:CODE:LIBRARY:FUNCTION:REASON at FILE:LINE`.
    let words = first.description.split(separator: " at ")[0]
    let reason = (words.split(separator: ":").last ?? words).drop { $0 == " " }
    return reason.hasPrefix("EOF")
      ? "the peer hung up during the handshake" : "no handshake: \(reason)"
  }
}
