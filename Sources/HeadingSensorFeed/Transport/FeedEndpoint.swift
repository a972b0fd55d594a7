/// Where a feed's senders send to.
package enum FeedEndpoint: Sendable, Hashable {
  /// A Unix stream socket that is listened on.
  case socket(path: String)

  /// A UDP port of an address of this machine.
  case udp(host: String, port: UInt16)

  /// A TCP server that is connected to.
  case tcp(host: String, port: UInt16)

  /// A serial line.
  case serial(device: String, bitRate: Int)

  /// Standard input.
  case standardInput

  /// Bit rate of a serial line without a stated one.
  package static let usualBitRate = 115_200

  /// Reads `unix:PATH`, `udp:HOST:PORT`, `tcp:HOST:PORT`, `serial:DEVICE[@RATE]` or `-`; `nil` for
  /// anything else.
  package init?(_ text: String) {
    if text == "-" {
      self = .standardInput
      return
    }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let rest = String(text[text.index(after: colon)...])
    switch text[..<colon] {
    case "unix":
      guard !rest.isEmpty, rest.utf8.count <= Self.longestPath else { return nil }
      self = .socket(path: rest)
    case "udp":
      guard let endpoint = Self(udp: rest) else { return nil }
      self = endpoint
    case "tcp":
      guard case .udp(let host, let port)? = Self(udp: rest) else { return nil }
      self = .tcp(host: host, port: port)
    case "serial":
      let parts = rest.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      guard let device = parts.first, device.hasPrefix("/") else { return nil }
      var bitRate = Self.usualBitRate
      if parts.count > 1 {
        guard let number = Int(parts[1]) else { return nil }
        bitRate = number
      }
      guard SerialPort.speed(bitRate) != nil else { return nil }
      self = .serial(device: String(device), bitRate: bitRate)
    default: return nil
    }
  }

  /// Reads the HOST:PORT of a UDP endpoint, HOST an address of this machine or `localhost`.
  package init?(udp text: String) {
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...]), port > 0
    else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    if host == "localhost" { host = "127.0.0.1" }
    guard InternetAddress(host, port: port) != nil else { return nil }
    self = .udp(host: host, port: port)
  }

  /// Capacity of sockaddr_un less the final zero and room for a temporary suffix, bytes.
  package static let longestPath = 90

  /// Whether a bit rate can be set.
  package static func isBitRate(_ rate: Int) -> Bool { SerialPort.speed(rate) != nil }

  /// Whether the first byte of a sender begins a message.
  var beginsWhole: Bool {
    switch self {
    case .socket, .tcp, .standardInput: true
    case .udp, .serial: false
    }
  }

  /// The endpoint in messages.
  package var name: String {
    switch self {
    case .socket(let path): "unix:\(path)"
    case .udp(let host, let port): "udp:" + Self.place(host, port)
    case .tcp(let host, let port): "tcp:" + Self.place(host, port)
    case .serial(let device, let bitRate): "serial:\(device)@\(bitRate)"
    case .standardInput: "standard input"
    }
  }

  private static func place(_ host: String, _ port: UInt16) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// Whether it is opened by the loop, again and again where it is not there.
  var isReopened: Bool {
    switch self {
    case .tcp, .serial: true
    case .socket, .udp, .standardInput: false
    }
  }
}
