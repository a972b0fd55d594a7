import Testing

@testable import HeadingServer

/// Which of the connections that are not admitted yet have to go.
struct PendingPeersTests {
  private final class Connection {}

  @Test func `a few addresses do not displace a slow client of another one`() {
    let pending = PendingPeers(maximum: 64, perAddress: 16)
    var connections: [Connection] = []
    var displaced: [String] = []
    func connect(from address: String) -> Bool {
      let connection = Connection()
      connections.append(connection)
      return pending.admit(ObjectIdentifier(connection), from: address) {
        displaced.append(address)
      }
    }
    #expect(connect(from: "slow"))
    for number in 0..<1000 { _ = connect(from: "flood \(number % 5)") }
    #expect(!displaced.isEmpty && !displaced.contains("slow"))
  }

  @Test func `of addresses with equally many connections the oldest goes`() {
    let pending = PendingPeers(maximum: 2, perAddress: 16)
    let connections = (0..<3).map { _ in Connection() }
    var displaced: [Int] = []
    for (number, connection) in connections.enumerated() {
      #expect(
        pending.admit(ObjectIdentifier(connection), from: "\(number)") { displaced.append(number) })
    }
    #expect(displaced == [0])
  }
}
