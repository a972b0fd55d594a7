import HeadingGeometry
import HeadingProtocol
import HeadingSensing
import Testing

@testable import HeadingROS

struct ROSTranslatorTests {
  /// A vehicle that drives with 10 m/s to true north-east, with a declination of 15°.
  private func driving(_ seconds: Double = 0) -> SolutionMessage {
    var update = Update.at(heading: 30)
    update.bootTime += seconds
    update.declination = 15
    update.latitude = 47.5 + seconds * 1e-4
    update.longitude = 8.25
    update.ellipsoidalAltitude = 500
    update.horizontalAccuracy = 3
    update.verticalAccuracy = 2
    update.velocity = [(50.0).squareRoot(), (50.0).squareRoot(), 1]
    update.speedAccuracy = 0.5
    update.climbRateAccuracy = 0.1
    update.sources = ["gnss_position"]
    update.fixAge = 0.25
    return update
  }

  private func topics(_ update: SolutionMessage) -> [ROSTopic] {
    var translator = ROSTranslator(options: ROSOptions(), isLive: false)
    return translator.messages(of: update).messages.map(\.topic)
  }

  @Test func `what is missing has no message`() {
    #expect(topics(Update.at(heading: 10)) == [.imu, .diagnostics])
    var update = driving()
    update.field = [1, 2, 3]
    update.pressure = 101_325
    #expect(Set(topics(update)) == Set(ROSTopic.allCases))
    update.declination = nil
    #expect(topics(update).allSatisfy { ![.heading, .odometry, .transforms].contains($0) })
    update = driving()
    update.velocity = nil
    #expect(topics(update) == [.imu, .fix, .heading, .diagnostics])
    update = driving()
    update.ellipsoidalAltitude = nil
    #expect(!topics(update).contains(.odometry))
    update.altitude = 450
    #expect(topics(update).contains(.odometry))
    update = driving()
    update.latitude = nil
    #expect(topics(update) == [.imu, .heading, .diagnostics])
    update = driving()
    update.latitude = 1e300
    #expect(!topics(update).contains(.odometry))
  }

  @Test func `an update that repeats a time has no message`() {
    var translator = ROSTranslator(options: ROSOptions(), isLive: false)
    #expect(!translator.messages(of: driving()).messages.isEmpty)
    #expect(translator.messages(of: driving()).messages.isEmpty)
  }

  @Test func `odometry is in the frame of the first position, its velocity in that of the body`()
    throws
  {
    var translator = ROSTranslator(options: ROSOptions(), isLive: false)
    _ = translator.messages(of: driving())
    let messages = translator.messages(of: driving(10)).messages
    let odometry = try #require(messages.first { $0.topic == .odometry }?.record)
    let pose = try #require(odometry.record("pose")?.record("pose"))
    let position = try #require(pose.vector("position"))
    // 0.001° of latitude at 47.5005°: 6,370,179 m by WGS 84, and 500 m of height, per radian.
    #expect(abs(position.x) < 1e-6 && abs(position.y - 111.1893) < 1e-4, "\(position)")
    #expect(abs(position.z) < 0.01)
    let twist = try #require(odometry.record("twist")?.record("twist"))
    let linear = try #require(twist.vector("linear"))
    // The true heading is 45°, the course too.
    #expect((linear - Vector3(10, 0, 1)).length < 1e-9, "\(linear)")
    guard case .float64s(let covariance) = odometry.record("pose")?.value("covariance") else {
      Issue.record("no covariance")
      return
    }
    // A circle of radius 3 m contains 68.27 % of a distribution with 3 / 1.5152 m along each axis.
    #expect(abs(covariance[0].squareRoot() - 3 / 1.5152) < 1e-3 && abs(covariance[14] - 4) < 1e-6)
    #expect(covariance.count == 36)
    let transform = try #require(messages.first { $0.topic == .transforms }?.record)
    guard case .records(let transforms, of: _) = transform.value("transforms") else { return }
    #expect(transforms.first?.record("transform")?.vector("translation") == position)
  }

  @Test func `a fix is one message, however many updates use it`() {
    var translator = ROSTranslator(options: ROSOptions(), isLive: false)
    var fixes: [Int] = []
    for step in 0..<30 {
      var update = driving(Double(step) * 0.1)
      // A fix each second, rounded as the wire does.
      update.fixAge = Double(step % 10) * 0.1 + (step % 3 == 0 ? 0.0005 : 0)
      if translator.messages(of: update).messages.contains(where: { $0.topic == .fix }) {
        fixes.append(step)
      }
    }
    #expect(fixes == [0, 10, 20])
    var held = driving(100)
    held.sources = ["inertial"]
    #expect(!translator.messages(of: held).messages.contains { $0.topic == .fix })
  }

  @Test func `diagnostics come each second, and when the state changes`() {
    var translator = ROSTranslator(options: ROSOptions(), isLive: false)
    var times: [Int] = []
    for step in 0..<25 {
      var update = Update.at(heading: 10)
      update.bootTime += Double(step) * 0.1
      if step == 5 { update.reasons = ["disturbed"] }
      if translator.messages(of: update).messages.contains(where: { $0.topic == .diagnostics }) {
        times.append(step)
      }
    }
    #expect(times == [0, 5, 6, 16])
  }

  @Test(
    arguments: [
      ("valid", [], 0), ("degraded", ["disturbed"], 1), ("coasting", ["gyroscope_hold"], 1),
      ("invalid", ["uncalibrated"], 2), ("invalid", ["magnetometer_stale"], 3),
      ("valid", ["late"], 3), ("degraded", ["a_reason_of_tomorrow"], 1),
    ] as [(String, [String], UInt8)])
  func `the level says what the status is`(status: String, reasons: [String], level: UInt8) throws {
    var update = Update.at(heading: 10)
    update.status = try #require(.init(name: status))
    update.reasons = reasons
    #expect(DiagnosticLevel(update).rawValue == level)
    update.simulated = true
    let message = DiagnosticArrayMessage(
      update, stamp: ROSTime(), isUniversal: false, north: .magnetic)
    #expect(message.message == (["SIMULATED: " + status] + reasons).joined(separator: ", "))
    #expect(message.values.contains(DiagnosticValue(key: "stamp", value: "time since boot")))
  }

  @Test func `one timeline: UTC if the first update has it, else the time since boot`() {
    var first = Update.at(heading: 10)
    var second = first
    second.bootTime += 1
    second.time = "2025-11-24T16:00:01.000Z"
    var unknown = ROSTranslator(options: ROSOptions(), isLive: false)
    #expect(unknown.messages(of: first).time == ROSTime(seconds: 100.5))
    #expect(unknown.messages(of: second).time == ROSTime(seconds: 101.5))
    first.time = "2025-11-24T16:00:00.000Z"
    var known = ROSTranslator(options: ROSOptions(), isLive: false)
    #expect(known.messages(of: first).time == ROSTime(seconds: 1_764_000_000))
    second.time = nil
    #expect(known.messages(of: second).time == ROSTime(seconds: 1_764_000_001))
    second.time = "2025-11-24T16:00:01.500Z"
    #expect(known.messages(of: second).time == ROSTime(seconds: 1_764_000_001.5))
    #expect(ROSTime(of: second) == ROSTime(seconds: 1_764_000_001.5))
    second.time = "rubbish"
    #expect(ROSTime(of: second) == ROSTime(seconds: 101.5))
  }

  @Test func `a live stream has the time of each update`() {
    var update = Update.at(heading: 10)
    var live = ROSTranslator(options: ROSOptions(), isLive: true)
    #expect(live.messages(of: update).time == ROSTime(seconds: 100.5))
    update.bootTime += 1
    update.time = "2025-11-24T16:00:01.000Z"
    #expect(live.messages(of: update).time == ROSTime(seconds: 1_764_000_001))
  }

  @Test func `a live stream reports silent sensors, with the messages of no old sample`() {
    var update = Update.at(heading: 10)
    var live = ROSTranslator(options: ROSOptions(), isLive: true)
    #expect(live.messages(of: update).messages.map(\.topic) == [.imu, .diagnostics])
    #expect(live.messages(of: update).messages.isEmpty)
    update.status = .invalid
    update.reasons = ["magnetometer_stale"]
    update.latency = 0.5
    #expect(live.messages(of: update).messages.map(\.topic) == [.diagnostics])
    update.latency = 1.4
    #expect(live.messages(of: update).messages.isEmpty)
    update.latency = 1.6
    #expect(live.messages(of: update).messages.map(\.topic) == [.diagnostics])
  }

  @Test func `the time without a daemon is stale, with its reason`() {
    let message = ROSMessage.absence("the daemon was stopped", at: 1_764_000_001)
    #expect(message.topic == .diagnostics)
    var expected = DiagnosticArrayMessage()
    expected.header = ROSHeader(ROSTime(seconds: 1_764_000_001), in: "")
    expected.level = .stale
    expected.name = "headingd: heading"
    expected.message = "the daemon was stopped"
    #expect(message.bytes == CDR.encoded(expected.record))
  }
}
