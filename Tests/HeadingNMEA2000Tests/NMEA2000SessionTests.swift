import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNMEA2000

/// Devices of a network, of which one is used.
struct NMEA2000SessionTests {
  /// A session with a clock, and what it gave.
  struct Rig {
    var session: NMEA2000Session
    var now = 0.0
    var events: [SensorEvent] = []
    var notices: [String] = []
    var sent: [CANFrame] = []

    init(_ change: (inout NMEA2000Settings) -> Void = { _ in }) {
      var settings = NMEA2000Settings(interface: "can0")
      change(&settings)
      session = NMEA2000Session(settings, at: BootTime(seconds: 0)) {
        $0 == NMEA2000Name(unique: 77, instance: 0)
      }
      check()
    }

    mutating func take(_ outputs: [NMEA2000Session.Output]) {
      for output in outputs {
        switch output {
        case .event(let event): events.append(event)
        case .notice(let notice): notices.append(notice.message)
        case .frame(let frame): sent.append(frame)
        }
      }
    }

    mutating func check() { take(session.check(at: BootTime(seconds: now))) }

    mutating func send(_ frame: CANFrame) {
      take(session.receive(frame, at: BootTime(seconds: now)))
    }

    mutating func send(_ group: NMEA2000Report.Group, from source: UInt8, _ data: [UInt8]) {
      let message = NMEA2000Message(group: group.rawValue, priority: 2, data: data)
      for frame in message.frames(source: source, sequence: 1) { send(frame) }
    }

    mutating func claim(_ source: UInt8, unique: UInt32) {
      send(.claim, from: source, NMEA2000Name(unique: unique, instance: 0).bytes)
    }

    mutating func position(from source: UInt8, latitude: Double = 54) {
      var fields = NMEA2000Fields()
      fields.signed(latitude, 1e-7, bits: 32)
      fields.signed(10, 1e-7, bits: 32)
      send(.position, from: source, fields.bytes)
    }

    mutating func motion(from source: UInt8, speed: Double, course: Double = 1) {
      var fields = NMEA2000Fields()
      fields.integer(0xFC01, bits: 16)
      fields.unsigned(course, 1e-4, bits: 16)
      fields.unsigned(speed, 0.01, bits: 16)
      fields.reserved(bits: 16)
      send(.motion, from: source, fields.bytes)
    }

    mutating func speed(from source: UInt8, _ speed: Double?) {
      var fields = NMEA2000Fields()
      fields.integer(1, bits: 8)
      fields.unsigned(speed, 0.01, bits: 16)
      fields.reserved(bits: 16)
      fields.integer(0, bits: 8)
      fields.reserved(bits: 16)
      send(.waterSpeed, from: source, fields.bytes)
    }

    mutating func heading(from source: UInt8, _ heading: Double, isMagnetic: Bool) {
      var fields = NMEA2000Fields()
      fields.integer(1, bits: 8)
      fields.unsigned(heading, 1e-4, bits: 16)
      fields.signed(nil, 1, bits: 16)
      fields.signed(nil, 1, bits: 16)
      fields.integer(isMagnetic ? 0xFD : 0xFC, bits: 8)
      send(.heading, from: source, fields.bytes)
    }

    mutating func fix(
      from source: UInt8, method: UInt64 = 1, integrity: UInt64 = 1, latitude: Double? = 54,
      dilution: Double? = 1
    ) {
      var fields = NMEA2000Fields()
      fields.integer(1, bits: 8)
      fields.unsigned(20_784, 1, bits: 16)
      fields.unsigned(now, 1e-4, bits: 32)
      fields.signed(latitude, 1e-16, bits: 64)
      fields.signed(latitude.map { _ in 10 }, 1e-16, bits: 64)
      fields.signed(50, 1e-6, bits: 64)
      fields.integer(method << 4, bits: 8)
      fields.integer(0xFC | integrity, bits: 8)
      fields.integer(9, bits: 8)
      fields.signed(dilution, 0.01, bits: 16)
      fields.signed(2, 0.01, bits: 16)
      fields.signed(45, 0.01, bits: 32)
      fields.integer(0, bits: 8)
      send(.fix, from: source, fields.bytes)
    }

    /// Repeats what devices send every tenth of a second.
    mutating func run(seconds: Double, _ body: (inout Rig) -> Void) {
      for _ in 0..<Int((seconds * 10).rounded()) {
        now = ((now + 0.1) * 10).rounded() / 10
        check()
        body(&self)
      }
    }

    var fixes: [Fix] {
      events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    var speeds: [Double] {
      events.compactMap { if case .waterSpeed(let sample) = $0 { sample.value } else { nil } }
    }

    var headings: [HeadingObservation] {
      events.compactMap { if case .heading(let heading) = $0 { heading } else { nil } }
    }

    var states: [SensorStatus.State] {
      events.compactMap {
        if case .status(let status) = $0, status.sensor == .gnss { status.state } else { nil }
      }
    }
  }

  @Test func `names are asked for, and positions used when the answers have come`() {
    var rig = Rig()
    // Request of 60928 by nobody to everybody.
    #expect(rig.sent == [CANFrame(identifier: 0x18EA_FFFE, data: [0x00, 0xEE, 0x00])])
    rig.claim(35, unique: 1)
    rig.run(seconds: 1.2) { $0.position(from: 35) }
    #expect(rig.events.isEmpty)
    rig.run(seconds: 1) { $0.position(from: 35) }
    #expect(rig.fixes.count == 10 && rig.states == [.present])
    #expect(rig.fixes.allSatisfy { $0.horizontalAccuracy == nil && $0.speed == nil })
    #expect(rig.notices == ["NMEA 2000: position comes from address 35 of can0"])
  }

  @Test func `a device that never says its NAME is used after it was asked`() {
    var rig = Rig()
    rig.run(seconds: 5.2) { _ in }
    #expect(rig.notices.first?.contains("nothing comes from can0") ?? false)
    rig.run(seconds: 1.2) { $0.position(from: 35) }
    #expect(rig.fixes.isEmpty && rig.sent.count == 2)
    rig.run(seconds: 1) { $0.position(from: 35) }
    #expect(rig.fixes.count == 9 && rig.sent.count == 2)
  }

  @Test func `an output of this machine is never used, at whatever address`() {
    var rig = Rig { $0.trueHeadingAccuracy = Angle(degrees: 1) }
    rig.claim(100, unique: 77)
    rig.run(seconds: 4) {
      $0.position(from: 100)
      $0.fix(from: 100)
      $0.speed(from: 100, 2)
      $0.heading(from: 100, 1, isMagnetic: false)
    }
    #expect(rig.events.isEmpty)
    // It gets another address, and another device its own.
    rig.claim(101, unique: 77)
    rig.claim(100, unique: 5)
    rig.run(seconds: 1) {
      $0.position(from: 101, latitude: 1)
      $0.position(from: 100, latitude: 54)
    }
    #expect(!rig.fixes.isEmpty && rig.fixes.allSatisfy { $0.coordinate.latitude == 54 })
  }

  @Test func `the lowest address is used until it is silent for 2,5 seconds`() {
    var rig = Rig()
    for source: UInt8 in [40, 35, 60] { rig.claim(source, unique: UInt32(source)) }
    rig.run(seconds: 3) {
      for source: UInt8 in [60, 40, 35] { $0.speed(from: source, Double(source) / 10) }
    }
    #expect(Set(rig.speeds) == [3.5])
    let count = rig.speeds.count
    // A lower one that comes later changes nothing.
    rig.claim(20, unique: 20)
    rig.run(seconds: 1) {
      for source: UInt8 in [20, 60, 40, 35] { $0.speed(from: source, Double(source) / 10) }
    }
    #expect(Set(rig.speeds) == [3.5] && rig.speeds.count == count + 10)
    let end = rig.now
    var taken: Double?
    rig.run(seconds: 4) {
      for source: UInt8 in [60, 40] { $0.speed(from: source, Double(source) / 10) }
      if taken == nil, $0.speeds.last == 4 { taken = $0.now }
    }
    #expect(taken.map { abs($0 - end - 2.6) < 0.11 } ?? false)
    // What is not available is no value.
    rig.run(seconds: 4) {
      $0.speed(from: 40, nil)
      $0.speed(from: 60, 6)
    }
    #expect(rig.speeds.last == 6)
    #expect(rig.notices.count == 3)
  }

  @Test func `a device that changes its address stays the one in use`() {
    var rig = Rig()
    rig.claim(35, unique: 1)
    rig.claim(40, unique: 2)
    rig.run(seconds: 3) {
      $0.speed(from: 35, 3)
      $0.speed(from: 40, 4)
    }
    rig.claim(90, unique: 1)
    rig.run(seconds: 4) {
      $0.speed(from: 90, 3)
      $0.speed(from: 40, 4)
    }
    #expect(Set(rig.speeds) == [3])
  }

  @Test func `rapid positions have the accuracy of the full ones, motion and height once each`() {
    var rig = Rig()
    rig.claim(35, unique: 1)
    var turn = 0
    rig.run(seconds: 6) {
      if turn % 10 == 0 { $0.fix(from: 35) }
      if turn % 4 == 0 { $0.motion(from: 35, speed: Double(turn) / 10) }
      $0.position(from: 35)
      turn += 1
    }
    let fixes = rig.fixes
    #expect(fixes.count >= 46 && fixes.allSatisfy { $0.horizontalAccuracy == 4 })
    let speeds = fixes.compactMap(\.speed)
    #expect(speeds.count >= 11 && Set(speeds).count == speeds.count)
    let heights = fixes.filter { $0.altitude != nil }
    #expect((4...5).contains(heights.count))
    #expect(heights.allSatisfy { $0.altitude == 5 && $0.ellipsoidalAltitude == 50 })
    // √(2² − 1²) × 4 m.
    #expect(heights.allSatisfy { abs(($0.verticalAccuracy ?? 0) - 6.928) < 1e-3 })
    for (one, next) in zip(fixes, fixes.dropFirst()) { #expect(one.time < next.time) }
  }

  @Test func `a receiver that sends everything once a second has the motion of its moment`() {
    var rig = Rig()
    rig.claim(35, unique: 1)
    for second in 1...6 {
      rig.now = Double(second)
      rig.check()
      rig.fix(from: 35)
      rig.now += 0.03
      rig.motion(from: 35, speed: Double(second))
      rig.now += 0.05
      rig.check()
    }
    #expect(rig.fixes.map(\.speed) == [2, 3, 4, 5, 6])
    #expect(rig.fixes.map(\.time.seconds) == [2, 3, 4, 5, 6])
    #expect(rig.fixes.allSatisfy { ($0.course?.degrees).map { abs($0 - 57.3) < 0.1 } ?? false })
    // A motion that does not come is not waited for.
    rig.now = 7
    rig.fix(from: 35)
    #expect(rig.fixes.count == 5)
    rig.now = 7.2
    rig.check()
    #expect(rig.fixes.count == 6 && rig.fixes.last?.speed == nil)
    #expect(rig.fixes.last?.time.seconds == 7)
    let clocks = rig.events.filter { if case .clock = $0 { true } else { false } }
    #expect(!clocks.isEmpty)
  }

  @Test(arguments: [(0, 1), (6, 1), (7, 1), (9, 1), (15, 1), (1, 3)] as [(UInt64, UInt64)])
  func `a position that is none of satellites is not used`(method: UInt64, integrity: UInt64) {
    var rig = Rig()
    rig.claim(35, unique: 1)
    rig.run(seconds: 4) {
      $0.fix(from: 35, method: method, integrity: integrity)
      $0.position(from: 35)
    }
    #expect(rig.fixes.isEmpty && rig.states == [.failed])
  }

  @Test func `a doubtful position has no accuracy, a simulated one marks all that follows`() {
    var rig = Rig()
    rig.claim(35, unique: 1)
    rig.run(seconds: 3) { $0.fix(from: 35, integrity: 2) }
    #expect(!rig.fixes.isEmpty && rig.fixes.allSatisfy { $0.horizontalAccuracy == nil })
    rig.events = []
    rig.run(seconds: 2) { $0.fix(from: 35, method: 8) }
    let marks = rig.events.compactMap { if case .simulated(_, let isOn) = $0 { isOn } else { nil } }
    #expect(marks == [true])
    #expect(!rig.events.contains { if case .clock = $0 { true } else { false } })
  }

  @Test func `a receiver that loses its fix, or vanishes, is reported once`() {
    var rig = Rig()
    rig.claim(35, unique: 1)
    rig.run(seconds: 3) { $0.fix(from: 35) }
    rig.run(seconds: 3) { $0.fix(from: 35, method: 0, latitude: nil) }
    rig.run(seconds: 3) { $0.fix(from: 35) }
    rig.run(seconds: 10) { _ in }
    #expect(rig.states == [.present, .failed, .present, .silent])
    rig.take(rig.session.end(at: BootTime(seconds: 20)))
    #expect(rig.states.last == .absent)
  }

  @Test func `headings need a stated accuracy, and true ones a device without magnetic ones`() {
    func headings(
      _ change: (inout NMEA2000Settings) -> Void, alsoMagnetic: Bool = false
    ) -> [HeadingObservation] {
      var rig = Rig(change)
      rig.claim(35, unique: 1)
      rig.claim(40, unique: 2)
      rig.run(seconds: 3) {
        if alsoMagnetic { $0.heading(from: 35, 2, isMagnetic: true) }
        $0.heading(from: 35, 1, isMagnetic: false)
        $0.heading(from: 40, 3, isMagnetic: true)
      }
      return rig.headings
    }
    #expect(headings { _ in }.isEmpty)
    let one = Angle(degrees: 1)
    let trueOnes = headings {
      $0.trueHeadingAccuracy = one
      $0.magneticHeadingAccuracy = one
    }
    #expect(trueOnes.count >= 17)
    let geographic = trueOnes.filter { if case .geographic = $0.value { true } else { false } }
    #expect(geographic.count >= trueOnes.count - 1 && geographic.allSatisfy { $0.accuracy == one })
    #expect(headings({ $0.trueHeadingAccuracy = one }, alsoMagnetic: true).isEmpty)
    let magnetic = headings({ $0.magneticHeadingAccuracy = one }, alsoMagnetic: true)
    #expect(magnetic.count >= 17)
    for heading in magnetic {
      guard case .magnetic(let value) = heading.value else {
        Issue.record("\(heading)")
        continue
      }
      #expect(abs(value.degrees - 114.59) < 0.01)
    }
  }

  @Test func `a flood is bounded, and reported at powers of ten`() {
    var rig = Rig()
    rig.claim(35, unique: 1)
    rig.run(seconds: 2) { $0.speed(from: 35, 1) }
    let before = rig.speeds.count
    for number in 0..<100_000 {
      rig.now += 1e-5
      rig.speed(from: 35, Double(number % 100) / 10)
    }
    // A second: 25 and the 25 of the budget.
    #expect((25...51).contains(rig.speeds.count - before))
    #expect(rig.notices.filter { $0.contains("more often") }.count == 5)
    #expect(rig.session.refusedCount > 99_000)
  }

  @Test func `frames of all addresses and groups keep the memory bounded`() {
    var rig = Rig { $0.trueHeadingAccuracy = Angle(degrees: 1) }
    var state: UInt64 = 1
    for _ in 0..<200_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let group = NMEA2000Report.Group.allCases[Int(state >> 33 % 6)].rawValue
      let source = UInt32(state >> 40 & 0xFF)
      let count = Int(state >> 50 % 9)
      rig.now += 1e-4
      rig.send(
        CANFrame(
          identifier: group << 8 | source,
          data: (0..<count).map { UInt8(truncatingIfNeeded: state >> UInt64(5 * $0)) }))
      if rig.events.count > 1000 { rig.events = [] }
      rig.sent = []
    }
    #expect(rig.session.senderCount <= 252 && rig.session.refusedCount > 1000)
    #expect(rig.notices.count < 300)
  }
}
