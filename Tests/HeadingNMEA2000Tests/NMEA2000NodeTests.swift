import Testing

@testable import HeadingNMEA2000

/// The node of the output: its address, and its answers.
struct NMEA2000NodeTests {
  private func node(
    unique: UInt32 = 7, preferred: UInt8 = 100, at time: Double = 0
  ) -> NMEA2000Node {
    NMEA2000Node(
      name: NMEA2000Name(unique: unique, instance: 0),
      product: NMEA2000Product(model: "headingd", softwareVersion: "1", serialNumber: "7"),
      groups: [127_250], preferred: preferred, at: time)
  }

  private func claim(of unique: UInt32, at source: UInt8) -> CANFrame {
    NMEA2000Message(
      group: 60_928, priority: 6, data: NMEA2000Name(unique: unique, instance: 0).bytes
    ).frames(source: source, sequence: 0)[0]
  }

  private func request(_ group: UInt32, to destination: UInt8 = 255) -> CANFrame {
    NMEA2000Message(
      group: 59_904, priority: 6, destination: destination,
      data: [UInt8(group & 255), UInt8(group >> 8 & 255), UInt8(group >> 16)]
    ).frames(source: 3, sequence: 0)[0]
  }

  @Test func `an address is used 250 ms after its claim`() {
    var node = node()
    let claim = node.begin()
    #expect(claim.count == 1 && claim[0].identifier == 0x18EE_FF64)
    #expect(claim[0].data.count == 8)
    #expect(node.advance(to: 0.24).isEmpty && node.source == nil)
    // Then the first heartbeat.
    #expect(node.advance(to: 0.25).count == 1 && node.source == 100)
    #expect(node.advance(to: 60).isEmpty)
    #expect(node.advance(to: 60.3).count == 1)
  }

  @Test func `the lower NAME keeps an address`() {
    var node = node(unique: 7)
    _ = node.begin()
    _ = node.advance(to: 1)
    // A higher NAME claims it: the own claim is repeated.
    #expect(node.take(claim(of: 9, at: 100), at: 2) == [claim(of: 7, at: 100)])
    #expect(node.source == 100)
    // A lower one gets it.
    #expect(node.take(claim(of: 2, at: 100), at: 3) == [claim(of: 7, at: 101)])
    #expect(node.source == nil)
    _ = node.advance(to: 3.3)
    #expect(node.source == 101)
    // Another address does not matter.
    #expect(node.take(claim(of: 2, at: 30), at: 4).isEmpty)
  }

  @Test func `a node that finds no address sends nothing, and says so`() {
    var node = node(unique: 9, preferred: 250)
    _ = node.begin()
    var answer: [CANFrame] = []
    var source = 250
    for turn in 0..<252 {
      answer = node.take(claim(of: 1, at: UInt8(source)), at: Double(turn) / 1000)
      source = source == 251 ? 0 : source + 1
    }
    #expect(answer == [claim(of: 9, at: 254)])
    #expect(node.advance(to: 100).isEmpty && node.source == nil)
    #expect(node.frames(NMEA2000Message(group: 127_250, priority: 2, data: [1])).isEmpty)
  }

  @Test func `requests are answered, unknown ones refused if they are addressed`() {
    var node = node()
    _ = node.begin()
    _ = node.advance(to: 1)
    #expect(node.take(request(60_928), at: 2) == [claim(of: 7, at: 100)])
    let product = node.take(request(126_996, to: 100), at: 2)
    // 134 bytes: six in the first frame, seven in each further one.
    #expect(product.count == 20 && product[0].data[1] == 134)
    #expect(product.enumerated().allSatisfy { Int($1.data[0] & 31) == $0 })
    #expect(node.take(request(126_464, to: 100), at: 2).count > 2)
    #expect(node.take(request(130_000, to: 100), at: 2).first?.data.first == 1)
    #expect(node.take(request(130_000), at: 2).isEmpty)
    #expect(node.take(request(126_996, to: 55), at: 2).isEmpty)
  }

  @Test(arguments: [
    CANFrame(identifier: 0x18EA_FF03, data: []), CANFrame(identifier: 0x18EA_6403, data: [1]),
    CANFrame(identifier: 0x18EE_FF64, data: [1, 2]), CANFrame(identifier: 0, data: []),
    CANFrame(identifier: .max, data: [UInt8](repeating: 255, count: 8)),
  ])
  func `a malformed frame changes nothing`(frame: CANFrame) {
    var node = node()
    _ = node.begin()
    _ = node.advance(to: 1)
    _ = node.take(frame, at: 2)
    #expect(node.source == 100)
  }

  @Test(arguments: [.nan, .infinity, -.infinity, 1e300, -1e300, 9.3e18, 1e-300, -0.5])
  func `no value stops the output`(value: Double) {
    var fields = NMEA2000Fields()
    for bits in [8, 16, 32, 64] {
      fields.unsigned(value, 1e-4, bits: bits)
      fields.signed(value, 1e-7, bits: bits)
    }
    #expect(fields.bytes.count == 30)
  }
}
