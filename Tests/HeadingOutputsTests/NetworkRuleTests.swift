import HeadingStorage
import Testing

@testable import HeadingOutputs

/// Remote addresses of a configuration for the systemd unit.
struct NetworkRuleTests {
  private func dropIn(_ yaml: String) throws -> [String] {
    let configuration = try ServiceConfiguration(
      yaml: yaml, path: "x.yaml", environment: [:], outputs: OutputKinds.all)
    return NetworkRule(configuration).dropIn { $0 == "hat.local" ? ["192.0.2.7"] : [$0] }
      .split(separator: "\n").filter { $0.hasPrefix("IPAddress") }.map(String.init)
  }

  @Test func `a local configuration needs no addresses`() throws {
    #expect(try dropIn("").isEmpty)
    #expect(
      try dropIn(
        "outputs: {nmea: [{to: 'udp:127.0.0.1:1'}, {to: 'tcp:10110'}]}\nmetrics: {port: 1}"
      )
      .isEmpty)
  }

  @Test func `network sensors, receivers and outputs are allowed by address`() throws {
    let yaml = """
      sensors: {uri: "ip:hat.local:30431", gpsd: "[2001:db8::1]:2947"}
      outputs: {nmea: [{to: "udp:192.0.2.255:10110"}]}
      """
    #expect(
      try dropIn(yaml) == [
        "IPAddressAllow=192.0.2.7", "IPAddressAllow=2001:db8::1", "IPAddressAllow=192.0.2.255",
      ])
  }

  @Test(arguments: [
    ("udp:0.0.0.0:14550", ["any"]), ("udp:127.0.0.1:14550", []),
    ("tcp:192.0.2.9:5760", ["192.0.2.9"]),
    ("tcp:127.0.0.1:5760", []), ("serial:/dev/ttyACM0", []),
    ("tcp:[2001:db8::1]:5760", ["2001:db8::1"]),
  ])
  func `a flight controller's link`(from: String, addresses: [String]) throws {
    #expect(
      try dropIn("mavlink: {from: '\(from)'}") == addresses.map { "IPAddressAllow=\($0)" })
  }

  @Test func `a listening socket on the network allows any address`() throws {
    #expect(
      try dropIn("outputs: {nmea: [{to: 'tcp:0.0.0.0:10110'}]}") == ["IPAddressAllow=any"])
    #expect(try dropIn("metrics: {port: 9130, address: 0.0.0.0}") == ["IPAddressAllow=any"])
  }
}
