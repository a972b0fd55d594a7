import HeadingClient
import Testing

/// Parsing of addresses.
struct ServerAddressTests {
  @Test(
    arguments: [
      ("boat.local", .host("boat.local", port: 5450)),
      ("boat.local:99", .host("boat.local", port: 99)),
      ("192.168.1.2:5450", .host("192.168.1.2", port: 5450)), ("::1", .host("::1", port: 5450)),
      ("[::1]", .host("::1", port: 5450)), ("[fe80::1]:7", .host("fe80::1", port: 7)),
      ("/run/x.sock", .socket("/run/x.sock")), ("./x.sock", .socket("./x.sock")),
      ("", nil), (":5", nil), ("host:", nil), ("host:0", nil), ("host:65536", nil), ("host:x", nil),
      ("[::1", nil), ("[::1]x", nil), ("a b", nil),
    ] as [(String, ServerAddress?)])
  func `an address is parsed`(text: String, expected: ServerAddress?) {
    #expect(ServerAddress(text) == expected)
  }

  @Test(arguments: ["boat:99", "[fe80::1]:7", "/run/x.sock"])
  func `an address is printed as it was parsed`(text: String) {
    #expect(ServerAddress(text)?.description == text)
  }
}
