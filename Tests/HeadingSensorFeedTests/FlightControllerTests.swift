import HeadingGeometry
import HeadingMAVLink
import HeadingSensing
import Testing

@testable import HeadingSensorFeed

/// The session of a flight controller, with messages of each firmware.
struct FlightControllerTests {
  private let start = BootTime(seconds: 1000)

  /// A controller, its session and the events so far.
  private struct Rig {
    var settings = FlightControllerSettings(endpoint: .udp(host: "127.0.0.1", port: 14_550))
    var session: FeedSession
    var now = BootTime(seconds: 1000)
    var sender = MAVLinkSender(system: 4, component: 1)
    var events: [SensorEvent] = []
    var notices: [String] = []
    var replies: [MAVLinkFrame] = []

    init(rate: Double? = 50, system: UInt8? = nil) {
      settings.rate = rate
      settings.system = system
      session = FeedSession(settings, clock: SigningClock(file: nil))
    }

    mutating func send(_ message: some MAVLinkMessage, isRefused: Bool = false) {
      send(sender.frame(message), isRefused: isRefused)
    }

    mutating func send(_ bytes: [UInt8], isRefused: Bool = false) {
      note(session.take(bytes[...], at: now) { _ in isRefused ? "is refused" : nil })
      note(session.check(at: now))
    }

    mutating func note(_ outputs: [FeedOutput]) {
      for output in outputs {
        switch output {
        case .events(let new): events += new
        case .notice(let notice): notices.append(notice.message)
        case .reply(let bytes):
          var parser = MAVLinkParser()
          parser.append(bytes) { replies.append($0) }
        case .refusal, .declared, .fixes: break
        }
      }
    }

    mutating func wait(_ seconds: Double) { now = now.advanced(bySeconds: seconds) }

    mutating func heartbeat(_ autopilot: UInt8, type: UInt8 = 2, mode: UInt8 = 0) {
      var message = Heartbeat()
      (message.autopilot, message.type, message.baseMode) = (autopilot, type, mode)
      send(message)
    }

    /// Sends a message at 50 Hz for some seconds; its time is set by a function.
    mutating func stream<Message: MAVLinkMessage>(
      _ message: Message, seconds: Double, _ stamp: (inout Message, Double) -> Void
    ) {
      for index in 0..<Int(seconds * 50) {
        var message = message
        stamp(&message, now.seconds)
        send(message)
        wait(0.02)
        if index % 50 == 49 { note(session.check(at: now)) }
      }
    }

    var fields: [VectorSample] {
      events.compactMap { if case .magneticField(let sample) = $0 { sample } else { nil } }
    }

    var accelerations: [VectorSample] {
      events.compactMap { if case .acceleration(let sample) = $0 { sample } else { nil } }
    }

    var rates: [VectorSample] {
      events.compactMap { if case .angularRate(let sample) = $0 { sample } else { nil } }
    }

    func has(_ kind: SensorKind, _ state: SensorStatus.State) -> Bool {
      events.contains {
        if case .status(let status) = $0 {
          status.sensor == kind && status.state == state
        } else {
          false
        }
      }
    }
  }

  private func highRes() -> HighresIMU {
    var message = HighresIMU()
    (message.xacc, message.yacc, message.zacc) = (1, 2, -9.5)
    (message.xgyro, message.ygyro, message.zgyro) = (0.1, 0.2, 0.3)
    (message.xmag, message.ymag, message.zmag) = (0.2, 0.05, 0.43)
    message.absPressure = 1013.25
    message.fieldsUpdated = 0x1FFF
    return message
  }

  private func raw() -> RawIMU {
    var message = RawIMU()
    (message.xacc, message.yacc, message.zacc) = (100, 200, -970)
    (message.xgyro, message.ygyro, message.zgyro) = (100, 200, 300)
    (message.xmag, message.ymag, message.zmag) = (200, 50, 430)
    return message
  }

  private static func stamp(_ message: inout HighresIMU, _ seconds: Double) {
    message.timeUsec = UInt64((seconds - 900) * 1e6)
  }

  @Test func `HIGHRES_IMU of PX4 arrives in SI and body axes`() throws {
    var rig = Rig()
    rig.heartbeat(12)
    rig.stream(highRes(), seconds: 3, Self.stamp)
    // Forward, right, down are the body's y, x and −z.
    let field = try #require(rig.fields.last)
    #expect((field.value - Vector3(5e-6, 20e-6, -43e-6)).length < 1e-11)
    #expect(
      (try #require(rig.accelerations.last).value - Vector3(2, 1, 9.5)).length < 1e-6)
    #expect((try #require(rig.rates.last).value - Vector3(0.2, 0.1, -0.3)).length < 1e-6)
    #expect(rig.session.declaration?.device == "mavlink-4")
    #expect(rig.session.declaration?.sensors.map(\.rate) == [50, 50, 50, 50])
    for kind in [SensorKind.magnetometer, .accelerometer, .gyroscope, .barometer] {
      #expect(rig.has(kind, .present))
    }
    #expect(abs(field.time.seconds(since: rig.now) + 0.02) < 1e-3)
  }

  @Test func `RAW_IMU of ArduPilot is in thousandths`() throws {
    var rig = Rig()
    rig.heartbeat(3)
    rig.stream(raw(), seconds: 3) { $0.timeUsec = UInt64($1 * 1e6) }
    #expect((try #require(rig.fields.last).value - Vector3(5e-6, 20e-6, -43e-6)).length < 1e-11)
    let g = 9.80665
    #expect(
      (try #require(rig.accelerations.last).value - Vector3(0.2 * g, 0.1 * g, 0.97 * g)).length
        < 1e-9)
    #expect((try #require(rig.rates.last).value - Vector3(0.2, 0.1, -0.3)).length < 1e-9)
    // No pressure came.
    #expect(rig.session.declaration?.sensors.count == 3)
  }

  @Test func `units that are not known are not used`() {
    // RAW_IMU of others than ArduPilot, SCALED_IMU of PX4, HIGHRES_IMU of ArduPilot.
    for (autopilot, message) in [
      (0, raw() as any MAVLinkMessage), (12, ScaledIMU()), (3, highRes()),
    ]
      as [(UInt8, any MAVLinkMessage)]
    {
      var rig = Rig()
      rig.heartbeat(autopilot)
      for _ in 0..<300 {
        rig.send(message)
        rig.wait(0.02)
      }
      #expect(rig.session.declaration == nil)
      #expect(rig.notices.contains { $0.contains("sends no IMU") })
      #expect(rig.notices.contains { $0.contains("RAW_IMU, whose") } == (autopilot == 0))
    }
  }

  @Test func `a companion computer is no flight controller`() {
    var rig = Rig()
    rig.heartbeat(8, type: 18)
    rig.stream(highRes(), seconds: 3, Self.stamp)
    #expect(rig.session.declaration == nil && rig.replies.isEmpty)
  }

  @Test func `values without their flag are not new`() {
    var rig = Rig()
    rig.heartbeat(12)
    var message = highRes()
    message.fieldsUpdated = 0b111_111
    rig.stream(message, seconds: 3, Self.stamp)
    #expect(rig.fields.isEmpty && !rig.rates.isEmpty)
    #expect(rig.session.declaration?.sensors.map(\.quantity) == [.acceleration, .angularRate])
  }

  @Test func `a field of three zeros is no magnetometer`() {
    var rig = Rig()
    rig.heartbeat(3)
    var message = raw()
    (message.xmag, message.ymag, message.zmag) = (0, 0, 0)
    rig.stream(message, seconds: 3) { $0.timeUsec = UInt64($1 * 1e6) }
    #expect(rig.session.declaration?.sensors.map(\.quantity) == [.acceleration, .angularRate])
  }

  @Test func `a reboot and every other jump of the clock are followed`() throws {
    for jump in [-99.0, -1.5, 30, 1.7e9] {
      var rig = Rig()
      rig.heartbeat(12)
      rig.stream(highRes(), seconds: 3, Self.stamp)
      rig.stream(highRes(), seconds: 7) {
        $0.timeUsec = UInt64(max(0.02, $1 - 900 + jump) * 1e6)
      }
      let late = try #require(rig.fields.last)
      #expect(rig.now.seconds(since: late.time) < 0.5, "\(jump)")
      #expect(rig.fields.count > 350, "\(jump)")
      #expect(zip(rig.fields, rig.fields.dropFirst()).allSatisfy { $0.time < $1.time })
    }
  }

  @Test func `milliseconds wrap, and pressure has a clock of its own`() throws {
    var rig = Rig()
    rig.heartbeat(3)
    var pressures = 0
    for index in 0..<400 {
      var imu = raw()
      imu.timeUsec = UInt64(truncatingIfNeeded: 5_000_000 + index * 20_000)
      rig.send(imu)
      if index % 5 == 0 {
        var pressure = ScaledPressure()
        pressure.pressAbs = 1013.25
        pressure.timeBootMs = UInt32.max &- 4000 &+ UInt32(index * 20)
        rig.send(pressure)
      }
      rig.wait(0.02)
    }
    for case .pressure(let sample) in rig.events {
      #expect(abs(sample.value - 101_325) < 1)
      pressures += 1
    }
    // 1.2 s are counted first; a wrap costs nothing.
    #expect(pressures > 60)
    #expect(rig.fields.count > 330)
  }

  @Test func `extreme times and values trap nothing`() {
    var rig = Rig()
    rig.heartbeat(12)
    for time in [0, 1, .max, .max / 1000, .max / 1000 + 1, 1 << 63, 5] as [UInt64] {
      for value in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 0] {
        var message = highRes()
        message.timeUsec = time
        (message.xmag, message.xacc, message.absPressure) = (value, value, value)
        rig.stream(message, seconds: 0.2) { _, _ in }
      }
    }
    for sample in rig.fields + rig.accelerations { #expect(sample.value.length.isFinite) }
  }

  @Test func `a silent controller is silent within about a second, and comes back`() {
    var rig = Rig()
    rig.heartbeat(12)
    rig.stream(highRes(), seconds: 3, Self.stamp)
    rig.events = []
    rig.wait(1.05)
    rig.note(rig.session.check(at: rig.now))
    #expect(rig.has(.magnetometer, .silent) && rig.has(.gyroscope, .silent))
    rig.stream(highRes(), seconds: 0.5, Self.stamp)
    #expect(rig.has(.magnetometer, .present))
  }

  @Test func `the first system is read until it is silent`() {
    var rig = Rig()
    rig.heartbeat(12)
    rig.stream(highRes(), seconds: 3, Self.stamp)
    rig.sender = MAVLinkSender(system: 5, component: 1)
    rig.heartbeat(12)
    rig.stream(highRes(), seconds: 4, Self.stamp)
    #expect(rig.session.declaration?.device == "mavlink-4")
    rig.stream(highRes(), seconds: 4, Self.stamp)
    #expect(rig.session.declaration?.device == "mavlink-5")
    var other = Rig(system: 9)
    other.heartbeat(12)
    other.stream(highRes(), seconds: 3, Self.stamp)
    #expect(other.session.declaration == nil && other.replies.isEmpty)
  }

  @Test func `another rate is declared anew, and a refused declaration again`() {
    var rig = Rig()
    rig.heartbeat(12)
    for _ in 0..<20 {
      rig.send(highRes())
      rig.wait(0.25)
    }
    #expect(rig.session.declaration?.sensors.first?.rate == 4)
    rig.stream(highRes(), seconds: 4, Self.stamp)
    #expect(rig.session.declaration?.sensors.first?.rate == 50)
    #expect(!rig.notices.contains { $0.contains("far more messages") || $0.contains("Hz for") })
    var refused = Rig()
    refused.heartbeat(12)
    for _ in 0..<150 {
      refused.send(highRes(), isRefused: true)
      refused.wait(0.02)
    }
    #expect(refused.session.declaration == nil)
    refused.stream(highRes(), seconds: 3, Self.stamp)
    #expect(!refused.fields.isEmpty)
  }

  @Test func `messages are asked for while they do not come`() throws {
    var rig = Rig(rate: 40)
    for _ in 0..<9 {
      rig.heartbeat(3)
      for _ in 0..<10 {
        rig.wait(0.1)
        rig.note(rig.session.check(at: rig.now))
      }
    }
    let beats = rig.replies.compactMap { Heartbeat($0) }
    #expect((8...10).contains(beats.count) && beats.allSatisfy { $0.autopilot == 8 })
    let commands = rig.replies.compactMap { CommandLong($0) }
    // At once, after two and after four more seconds.
    #expect(commands.count == 9)
    #expect(
      commands.allSatisfy { $0.command == 511 && $0.targetSystem == 4 && $0.targetComponent == 1 })
    #expect(commands.prefix(3).map(\.param1) == [27, 29, 24])
    #expect(commands.first?.param2 == 25_000)
    #expect(rig.replies.allSatisfy { $0.system == 4 && $0.component == 191 })
    var quiet = Rig(rate: nil)
    quiet.heartbeat(3)
    #expect(quiet.replies.isEmpty)
  }

  @Test func `simulated sensors are declared as such`() {
    var rig = Rig()
    rig.heartbeat(12, mode: 32)
    rig.stream(highRes(), seconds: 3, Self.stamp)
    #expect(rig.session.declaration?.isSimulated == true)
  }

  @Test func `a fix has what is known`() throws {
    var message = GPSRawInt()
    message.fixType = 3
    (message.lat, message.lon, message.alt) = (473_800_000, -85_400_000, 431_500)
    let bare = try #require(FlightControllerFixes.fix(message, at: start))
    #expect(abs(bare.coordinate.latitude - 47.38) < 1e-9)
    #expect(abs(bare.coordinate.longitude + 8.54) < 1e-9)
    #expect(bare.altitude == 431.5)
    #expect(bare.horizontalAccuracy == nil && bare.verticalAccuracy == nil)
    #expect(bare.speed == nil && bare.course == nil && bare.ellipsoidalAltitude == nil)
    (message.hAcc, message.vAcc, message.velAcc, message.altEllipsoid) = (1200, 2100, 150, 479_000)
    (message.vel, message.cog) = (500, 35_999)
    let whole = try #require(FlightControllerFixes.fix(message, at: start))
    #expect(whole.horizontalAccuracy == 1.2 && whole.verticalAccuracy == 2.1)
    #expect(whole.speed == 5 && whole.speedAccuracy == 0.15 && whole.ellipsoidalAltitude == 479)
    #expect(abs((whole.course?.degrees ?? 0) - 359.99) < 1e-9)
    // Slower than the error of the speed.
    message.vel = 40
    #expect(try #require(FlightControllerFixes.fix(message, at: start)).course == nil)
    message.fixType = 2
    #expect(try #require(FlightControllerFixes.fix(message, at: start)).altitude == nil)
    for type in [0, 1, 9, 255] as [UInt8] {
      message.fixType = type
      #expect(FlightControllerFixes.fix(message, at: start) == nil)
    }
    message.fixType = 6
    message.lat = 900_000_001
    #expect(FlightControllerFixes.fix(message, at: start) == nil)
  }

  // The dialect: 0 without a yaw, 36000 for north, UINT16_MAX while there is none.
  @Test(arguments: [(0, nil), (36_000, 0), (65_535, nil), (9000, 90), (36_001, nil), (1, 0.01)])
  func `a yaw of two antennas`(yaw: UInt16, expected: Double?) {
    var message = GPSRawInt()
    message.yaw = yaw
    message.hdgAcc = 50_000
    let heading = FlightControllerFixes.heading(message, at: start)
    guard let expected else {
      #expect(heading == nil)
      return
    }
    guard case .geographic(let value)? = heading?.value else {
      Issue.record("no heading")
      return
    }
    #expect(abs(value.degrees - expected) < 1e-9)
    #expect(abs((heading?.accuracy?.degrees ?? 0) - 0.5) < 1e-9)
  }

  @Test func `a repeated fix is none, and a silent receiver is said`() {
    var fixes = FlightControllerFixes()
    var message = GPSRawInt()
    message.fixType = 3
    message.timeUsec = 5
    #expect(fixes.take(message, at: start).count == 2)
    #expect(fixes.take(message, at: start.advanced(bySeconds: 0.2)).isEmpty)
    message.timeUsec = 6
    #expect(fixes.take(message, at: start.advanced(bySeconds: 0.4)).count == 1)
    #expect(fixes.check(at: start.advanced(bySeconds: 3)).isEmpty)
    #expect(fixes.check(at: start.advanced(bySeconds: 4)).count == 1)
    #expect(fixes.state == .silent)
    #expect(fixes.end(at: start.advanced(bySeconds: 5)).count == 1 && fixes.state == .absent)
  }
}
