/// Where NMEA 0183 sentences go.
package enum NMEADestination: Sendable, Hashable {
  /// Datagrams to a host; broadcast and multicast addresses too.
  case udp(host: String, port: Int)

  /// To everybody who connects to this address.
  case tcp(address: String, port: Int)

  /// A serial line, 8N1.
  case serial(device: String, baud: Int)

  /// The speeds that a serial line is set to; 4800 is NMEA 0183's own, 38,400 that of its fast variant.
  package static let speeds = [4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400]

  /// Reads `udp:HOST:PORT`, `tcp:PORT`, `tcp:ADDRESS:PORT` or `serial:DEVICE:BAUD`.
  ///
  /// `tcp:PORT` listens on 127.0.0.1. An IPv6 address is written in brackets.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let rest = text[text.index(after: colon)...]
    switch text[..<colon] {
    case "udp":
      guard let (host, port) = Self.split(rest), !host.isEmpty, Self.isPort(port) else {
        return nil
      }
      self = .udp(host: host, port: port)
    case "tcp":
      if let port = Int(rest), Self.isPort(port) {
        self = .tcp(address: "127.0.0.1", port: port)
        return
      }
      guard let (address, port) = Self.split(rest), !address.isEmpty, Self.isPort(port) else {
        return nil
      }
      self = .tcp(address: address, port: port)
    case "serial":
      guard let (device, baud) = Self.split(rest), device.hasPrefix("/"),
        Self.speeds.contains(baud)
      else { return nil }
      self = .serial(device: device, baud: baud)
    default: return nil
    }
  }

  private static func isPort(_ port: Int) -> Bool { (1...65_535).contains(port) }

  /// What is before the last colon, without brackets, and the number behind it.
  private static func split(_ text: Substring) -> (String, Int)? {
    guard let colon = text.lastIndex(of: ":"), let number = Int(text[text.index(after: colon)...])
    else { return nil }
    let name = text[..<colon]
    if name.hasPrefix("["), name.hasSuffix("]") {
      return (String(name.dropFirst().dropLast()), number)
    }
    return (String(name), number)
  }
}

extension NMEADestination: CustomStringConvertible {
  /// As it is written in the configuration.
  package var description: String {
    func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
    return switch self {
    case .udp(let host, let port): "udp:\(bracketed(host)):\(port)"
    case .tcp(let address, let port): "tcp:\(bracketed(address)):\(port)"
    case .serial(let device, let baud): "serial:\(device):\(baud)"
    }
  }
}
