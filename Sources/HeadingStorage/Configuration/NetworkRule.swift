/// Remote addresses that a configuration needs, as a drop-in for the systemd unit, which denies all
/// others.
package struct NetworkRule: Sendable {
  /// Configuration keys that need a host, and the host; `nil` for any.
  package private(set) var needs: [(key: String, host: String?)] = []

  /// Derives the rule of a configuration.
  package init(_ configuration: ServiceConfiguration) {
    let sensors = configuration.sensors
    if let uri = sensors.uri, uri.hasPrefix("ip:") {
      need("sensors.uri", Self.host(uri.dropFirst(3)))
    }
    if let receiver = sensors.gpsd, receiver != "none" {
      need("sensors.gpsd", Self.host(receiver[...]))
    }
    if let udp = configuration.feed.udp, !Self.isLocal(Self.host(udp[...])) {
      need("feed.udp", nil)
    }
    if let link = configuration.mavlink.from {
      if link.hasPrefix("udp:"), !Self.isLocal(Self.host(link.dropFirst(4))) {
        need("mavlink.from", nil)
      } else if link.hasPrefix("tcp:") {
        need("mavlink.from", Self.host(link.dropFirst(4)))
      }
    }
    for output in configuration.outputs.map(\.configuration) {
      let key = "outputs.\(type(of: output).key)"
      switch output.endpoint {
      case .host(let host): need(key, host)
      case .hosts(let hosts): for host in hosts { need(key, host) }
      case .listener(let address) where !Self.isLocal(address): need(key, nil)
      case .listener, .local: break
      }
    }
    if let tcp = configuration.listen.tcp, !tcp.isLocal { need("listen.tcp.address", nil) }
    let address = configuration.metrics.address
    if configuration.metrics.port != nil, !Self.isLocal(address) { need("metrics.address", nil) }
  }

  /// The text of the drop-in.
  ///
  /// - Parameter resolve: Returns the addresses of a host.
  /// - Returns: The text; without effect if only local addresses are needed.
  package func dropIn(resolve: (String) -> [String]) -> String {
    var lines = [
      "# Addresses that the configuration of headingd needs; made by `headingd --print-network`.",
      "[Service]",
    ]
    for (key, host) in needs {
      guard let host else {
        lines += ["# \(key): any client", "IPAddressAllow=any"]
        continue
      }
      let addresses = resolve(host)
      lines.append("# \(key): \(host)" + (addresses.isEmpty ? " has no address now" : ""))
      if !addresses.isEmpty { lines.append("IPAddressAllow=" + addresses.joined(separator: " ")) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func need(_ key: String, _ host: String?) {
    if let host, Self.isLocal(host) { return }
    if !needs.contains(where: { $0.key == key && $0.host == host }) { needs.append((key, host)) }
  }

  /// The host of HOST, HOST:PORT or [ADDRESS]:PORT.
  private static func host(_ text: Substring) -> String {
    if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
    guard let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") else {
      return String(text)
    }
    return String(text[..<colon])
  }

  private static func isLocal(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }
}
