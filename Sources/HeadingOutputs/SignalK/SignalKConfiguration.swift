import HeadingGeometry
package import HeadingStorage

/// Destination of Signal K deltas; an entry of the list `outputs.signalk`.
package struct SignalKConfiguration: Sendable, Hashable {
  /// Where the deltas go.
  enum Destination: Sendable, Hashable {
    /// Lines over UDP, TCP or a serial line.
    case lines(OutputDestination)
    /// A server's WebSocket, with the files of token and certificates.
    case server(WebSocketAddress, tokenFile: String?, certificateAuthority: String?)
  }

  let destination: Destination

  /// Largest rate of deltas, Hz.
  var rate = 5.0

  /// The name of the source.
  var source = "headingd"

  /// Beyond this accuracy of the heading a server warns.
  var warnAbove = Angle(degrees: 10)

  /// Beyond this accuracy of the heading a server gives an alarm.
  var alarmAbove = Angle(degrees: 45)

  init(to destination: Destination) { self.destination = destination }
}

extension SignalKConfiguration {
  /// Reads an entry; `nil` without a destination, which is reported as a problem.
  package init?(_ section: ConfigurationSection) {
    let destination = Self.destination(section)
    let rate = section.number("rate", 0.1...50, "Hz")
    let source = section.text("source") { text in
      (1...64).contains(text.utf8.count)
        && text.utf8.allSatisfy { Self.isAllowed($0) }
        ? nil : "'\(text)' is not 1 to 64 letters, digits, '-' and '_'"
    }
    let warnAbove = section.number("warn_above", 0.1...180, "°")
    let alarmAbove = section.number("alarm_above", 0.1...180, "°")
    guard let destination else { return nil }
    self.init(to: destination)
    if let rate { self.rate = rate }
    if let source { self.source = source }
    if let warnAbove { self.warnAbove = Angle(degrees: warnAbove) }
    if let alarmAbove { self.alarmAbove = Angle(degrees: alarmAbove) }
    if self.warnAbove.radians >= self.alarmAbove.radians {
      section.problem("warn_above", "is not below alarm_above")
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func destination(_ section: ConfigurationSection) -> Destination? {
    let file: (String) -> String? = { path in
      path.hasPrefix("/") ? nil : "'\(path)' is not an absolute path"
    }
    let tokenFile = section.text("token_file", file)
    let certificateAuthority = section.text("certificate_authority", file)
    if let text = section.text("to"), text.hasPrefix("ws:") || text.hasPrefix("wss:") {
      guard let address = WebSocketAddress(text) else {
        section.problem("to", "'\(text)' is not ws://HOST:PORT, ws://HOST:PORT/PATH or wss://…")
        return nil
      }
      if certificateAuthority != nil, !address.isSecure {
        section.problem("certificate_authority", "is of no use without wss:")
      }
      return .server(
        address, tokenFile: tokenFile, certificateAuthority: certificateAuthority)
    }
    let lines = OutputDestination(
      section, example: "ws://127.0.0.1:3000", otherForms: "ws://HOST:PORT, wss://HOST:PORT, ")
    for key in ["token_file", "certificate_authority"] where lines != nil && section.has(key) {
      section.problem(key, "is of no use without a server; write `to: ws://127.0.0.1:3000`")
    }
    return lines.map { .lines($0) }
  }
}
