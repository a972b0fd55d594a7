import CMosquitto
import Glibc
import HeadingProtocol
import HeadingStorage

/// Why there is no connection, in words for users.
package struct MQTTFailure: Error, Hashable, CustomStringConvertible {
  /// Kinds that are treated differently.
  package enum Kind: Sendable, Hashable {
    /// No TCP connection: a wrong address, or nobody there.
    case unreachable
    /// The broker does not speak this version of the protocol, or closed without a word.
    case version
    /// The user, the password or the certificate is refused.
    case credentials
    /// Another client with the same identifier has connected.
    case takenOver
    /// A connection that was accepted has ended.
    case lost
    /// Anything else.
    case other
  }

  /// The kind.
  package var kind: Kind

  /// The reason, to follow a name of the broker and a colon.
  package var description: String

  /// Creates a failure.
  package init(_ kind: Kind, _ description: String) {
    (self.kind, self.description) = (kind, description)
  }

  /// A refusal of the broker by its code in CONNACK or DISCONNECT.
  static func refusal(_ code: Int32, version: MQTTVersion) -> Self {
    if version == .three {
      return switch code {
      case 1: .init(.version, "it does not speak MQTT 3.1.1")
      case 2: .init(.other, "it does not accept the client identifier")
      case 3: .init(.other, "it is not available now")
      case 4: .init(.credentials, "the user or the password is wrong")
      case 5: .init(.credentials, "the user, the password or the certificate is not accepted")
      default: .init(.other, "it refuses with code \(code)")
      }
    }
    return switch code {
    case 1, 132: .init(.version, "it does not speak MQTT 5")
    case 133: .init(.other, "it does not accept the client identifier")
    case 134: .init(.credentials, "the user or the password is wrong")
    case 135, 140:
      .init(.credentials, "the user, the password or the certificate is not accepted")
    case 138: .init(.credentials, "it has banned this client")
    case 142: .init(.takenOver, "another client with the same identifier has connected")
    default: .init(.other, "it says: \(reason(code)) (\(code))")
    }
  }

  /// The standard's words for a code of MQTT 5.
  static func reason(_ code: Int32) -> String {
    guard let text = unsafe mosquitto_reason_string(code) else { return "code \(code)" }
    return unsafe String(cString: text).lowercased()
  }

  /// A failure of the library.
  ///
  /// - Parameters:
  ///   - code: Its return code.
  ///   - log: What it said last.
  ///   - number: The system's error number of that moment.
  ///   - isAccepted: Whether the broker had accepted the connection.
  /// - Returns: The failure.
  static func library(_ code: Int32, log: String, errno number: Int32, isAccepted: Bool) -> Self {
    switch mosq_err_t(rawValue: code) {
    case MOSQ_ERR_TLS: return tls(log)
    // Of OpenSSL, such as an alert after the handshake.
    case MOSQ_ERR_ERRNO where number == EPROTO: return tls(log)
    case MOSQ_ERR_ERRNO where number != 0: return system(number, isAccepted: isAccepted)
    case MOSQ_ERR_KEEPALIVE:
      return .init(isAccepted ? .lost : .other, "it does not answer any more")
    case MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN, MOSQ_ERR_ERRNO, MOSQ_ERR_CONN_REFUSED:
      return isAccepted
        ? .init(.lost, "it has closed the connection")
        : .init(.version, "it closed the connection before it was accepted")
    case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_NOT_SUPPORTED,
      MOSQ_ERR_MALFORMED_UTF8:
      return .init(isAccepted ? .other : .version, "what it sends is not MQTT")
    case MOSQ_ERR_NOMEM: return .init(.other, "there is no memory for its packet")
    case MOSQ_ERR_OVERSIZE_PACKET: return .init(.other, "the message is too large for it")
    default:
      guard let text = unsafe mosquitto_strerror(code) else {
        return .init(.other, "error \(code)")
      }
      return .init(.other, unsafe String(cString: text))
    }
  }

  /// A failure of the system.
  static func system(_ number: Int32, isAccepted: Bool) -> Self {
    switch number {
    case ECONNREFUSED: .init(.unreachable, "nobody answers there")
    case ECONNRESET, EPIPE:
      isAccepted
        ? .init(.lost, "it has closed the connection")
        : .init(.version, "it closed the connection before it was accepted")
    case ETIMEDOUT: .init(isAccepted ? .lost : .unreachable, "it does not answer")
    case EPERM, EACCES:
      .init(.unreachable, "the system does not permit it; see `headingd --print-network`")
    default: .init(isAccepted ? .lost : .unreachable, FileReason.text(errno: number))
    }
  }

  /// A failure of TLS without a reason.
  static let plainTLS = "TLS failed"

  private static func tls(_ log: String) -> Self {
    let log = PlainText.of(log)
    if log.contains("host name verification failed") {
      return .init(.credentials, "its certificate is for another host name")
    }
    if log.contains("certificate verify failed") {
      return .init(
        .credentials, "its certificate is not valid now, or not signed by an authority of `tls: ca`"
      )
    }
    let plain = ["wrong version number", "packet length too long", "unexpected eof"]
    if plain.contains(where: { log.contains($0) }) {
      return .init(.other, "it does not speak TLS on this port")
    }
    if log.contains("alert") {
      return .init(
        .credentials, "it refuses the TLS connection, such as for a client certificate: \(log)")
    }
    return .init(.other, log.isEmpty ? plainTLS : "\(plainTLS): \(log)")
  }
}
