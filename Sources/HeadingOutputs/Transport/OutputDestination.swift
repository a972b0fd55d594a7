import HeadingStorage

/// Destination of an output.
package enum OutputDestination: Sendable, Hashable {
  /// UDP datagrams to a host; broadcast and multicast addresses too.
  ///
  /// `interface` names the network interface of a multicast; without one the routes choose it.
  case udp(host: String, port: Int, interface: String? = nil)

  /// A TCP server at this address.
  case tcp(address: String, port: Int)

  /// A serial line, 8N1.
  case serial(device: String, baud: Int)

  /// Supported baud rates; 4800 is NMEA 0183's standard, 38,400 that of its high-speed variant.
  ///
  /// Autopilots use 57,600 to 921,600.
  package static let speeds = [
    4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600,
  ]

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

  /// Whether a text is an address of multicasts: 224.0.0.0/4 or ff00::/8.
  private static func isMulticast(_ host: String) -> Bool {
    if host.contains(":") { return host.lowercased().hasPrefix("ff") }
    let parts = host.split(separator: ".")
    return parts.count == 4 && parts.first.flatMap { UInt8($0) }.map { 224...239 ~= $0 } ?? false
  }

  private static func isPort(_ port: Int) -> Bool { (1...65_535).contains(port) }

  /// The host before the last colon, without brackets, and the port after it.
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

extension OutputDestination {
  /// Reads the key `to` of an output; `nil` if it is missing or invalid, which is reported.
  ///
  /// - Parameters:
  ///   - section: The output's section.
  ///   - example: A destination for the problem of a missing one.
  ///   - otherForms: Forms that the output reads itself, for the problem of an invalid one.
  init?(_ section: ConfigurationSection, example: String, otherForms: String = "") {
    let forms = otherForms + "udp:HOST:PORT, tcp:PORT, tcp:ADDRESS:PORT or serial:DEVICE:BAUD"
    let text = section.text("to") { Self($0) == nil ? "'\($0)' is not \(forms)" : nil }
    let interface = section.text("interface")
    guard let destination = text.flatMap(Self.init) else {
      if !section.has("to") {
        section.problem(nil, "has no destination; write `to: \(example)`")
      }
      return nil
    }
    self = destination
    guard let interface else { return }
    guard case .udp(let host, let port, _) = destination, Self.isMulticast(host) else {
      section.problem("interface", "is of no use without a multicast; `to` is \(destination)")
      return
    }
    self = .udp(host: host, port: port, interface: interface)
  }

  /// What the unit's network rules must allow.
  var endpoint: OutputEndpoint {
    switch self {
    case .udp(let host, _, _): .host(host)
    case .tcp(let address, _): .listener(address: address)
    case .serial: .local
    }
  }
}

extension OutputDestination: CustomStringConvertible {
  /// The notation of the configuration.
  package var description: String {
    func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
    return switch self {
    case .udp(let host, let port, let interface):
      "udp:\(bracketed(host)):\(port)" + (interface.map { " by \($0)" } ?? "")
    case .tcp(let address, let port): "tcp:\(bracketed(address)):\(port)"
    case .serial(let device, let baud): "serial:\(device):\(baud)"
    }
  }
}
