import HeadingEngine
import HeadingGeometry
import HeadingNavigation
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import Testing

@testable import HeadingOutputs

/// The node and its messages; frames against canboat's published definitions.
struct NMEA2000Tests {
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

  private func solution() -> HeadingSolution {
    var solution = HeadingSolution(time: BootTime(seconds: 1), missing: .starting)
    solution.universalTime = .known(UniversalTime(secondsSince1970: 20_000 * 86_400 + 5))
    solution.magneticHeading = .known(Heading(degrees: 90))
    solution.trueHeading = .known(Heading(degrees: 87))
    solution.declination = .known(Angle(degrees: -3))
    solution.attitude = .known(.identity)
    solution.rotationRate = .known(Vector3(0, 0, -0.1))
    solution.pitch = .known(Angle(degrees: -5))
    solution.roll = .known(Angle(degrees: 10))
    solution.coordinate =
      Coordinate(latitude: -33.85, longitude: 151.25).map { .known($0) } ?? .missing(.starting)
    (solution.speed, solution.course) = (.known(3.5), .known(Heading(degrees: 359.9999)))
    solution.heave = .known(
      Heave(
        displacement: -0.254, accuracy: 0.05, speed: 1, delayed: 2, delay: 10,
        delayedAccuracy: 0.02))
    return solution
  }

  private func data(_ group: NMEA2000Group, _ north: OutputNorth = .magnetic)
    -> String
  {
    group.data(solution(), north: north, sequence: 9).map {
      let text = String($0, radix: 16)
      return text.count < 2 ? "0" + text : text
    }.joined(separator: " ")
  }

  @Test func `the bytes are those of the definitions`() {
    // 15708 = 0x3d5c, no deviation, −524 = 0xfdf4, magnetic.
    #expect(data(.heading) == "09 5c 3d ff 7f f4 fd fd")
    #expect(data(.heading, .geographic) == "09 50 3b ff 7f f4 fd fc")
    // 0.1 rad/s in 1/32 µrad/s: 3,200,000.
    #expect(data(.rateOfTurn) == "09 00 d4 30 00 ff ff ff")
    // yaw 15184, pitch −873, roll 1745.
    #expect(data(.attitude) == "09 50 3b 97 fc d1 06 ff")
    #expect(data(.variation) == "09 f3 20 4e f4 fd ff ff")
    #expect(data(.heave) == "09 e7 ff ff ff ff ff ff")
    #expect(data(.position) == "60 e6 d2 eb 20 eb 26 5a")
    #expect(data(.courseAndSpeed) == "09 fc 00 00 5e 01 ff ff")
  }

  @Test func `what is lost is not available, what was never known and simulated is not sent`() {
    var stream = NMEA2000Stream(NMEA2000Configuration(interface: "can0"))
    func messages(_ solution: HeadingSolution, _ steer: Steer = .ok) -> [NMEA2000Message] {
      stream.messages(SolutionUpdate(solution: solution, latency: 0, steer: steer))
    }
    let empty = HeadingSolution(time: BootTime(seconds: 1), missing: .starting)
    #expect(messages(empty).isEmpty)
    var known = solution()
    known.time = BootTime(seconds: 2)
    #expect(
      messages(known).map(\.group) == [127_250, 127_251, 127_252, 127_257, 127_258])
    var lost = empty
    lost.time = BootTime(seconds: 3)
    let last = messages(lost)
    #expect(last.first?.data.dropFirst() == [0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0x7F, 0xFD])
    known.time = BootTime(seconds: 3.5)
    #expect(messages(known, .stop).first?.data.dropFirst().prefix(2) == [0xFF, 0xFF])
    known.isSimulated = true
    known.time = BootTime(seconds: 4)
    #expect(messages(known).isEmpty)
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
