import Foundation
import HeadingAuthorization
import HeadingClock
import HeadingEngine
import HeadingGeometry
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingSimulation
import HeadingStorage
import HeadingTesting
import Logging
import Synchronization
import Testing

@testable import HeadingServer

/// Guided calibrations that clients start over the socket, with a simulated board of known iron.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct GuidedCalibrationTests {
  private func progress(_ line: String) throws -> CalibrationProgressMessage {
    try MessageCoder().message(CalibrationProgressMessage.self, from: Data(line.utf8))
  }

  @Test func `the heading is right after a calibration over the socket, and was wrong before`()
    async throws
  {
    let board = try await CalibrationBoard(calibration: CalibrationParameters())
    try await board.feed("pose:heading=90", seconds: 5)
    #expect(try board.error(of: 90) > 5)
    let client = try RawClient(path: board.running.path)
    let first = try await client.answer("start_calibration", until: "calibration_progress")
    #expect(try progress(first).samples == 0 && progress(first).predictedHeadingError == nil)
    #expect(first.contains("\"predicted_heading_error\":null"))
    // It is refused with the reason before the board has turned, and goes on.
    let early = try await client.answer("finish_calibration", until: "failure")
    #expect(early.contains("too few samples"))
    let hat = try await board.feed("tumbling", seconds: 60)
    // A slow machine fits less often: it may be complete before every heading has come, and goes on.
    let lines = await client.lines {
      $0.contains("\"complete\":true") && ((try? progress($0))?.elapsed ?? 0) > 50
    }
    let last = try progress(try #require(lines.last))
    #expect(last.isAccepted && last.obstacle == nil && last.samples > 300 && last.isSimulated)
    #expect(last.coverage > 0.5 && last.headings > 0.8)
    let error = try #require(last.predictedHeadingError)
    #expect(error.tilt20 <= last.target && last.target == 0.5)
    #expect(last.notice == nil)
    // Sensors that deliver no more are named, and what was collected can be used.
    board.wait(seconds: 5)
    board.service.deliver(.tick(board.service.report.time))
    let silent = try #require(await client.lines { $0.contains("stopped delivering") }.last)
    let notice = try #require(try progress(silent).notice)
    #expect(notice.contains("the magnetometer") && notice.contains("the accelerometer"))

    let answer = try await client.answer("finish_calibration", until: "\"class\":\"calibration\"")
    let message = try MessageCoder().message(CalibrationMessage.self, from: Data(answer.utf8))
    #expect(message.revision == 1)
    let truth = hat.calibration.hardIron / PhysicalConstants.microtesla
    let found = try #require(message.hardIron)
    #expect((Vector3(found[0], found[1], found[2]) - truth).length < 1)
    try await board.feed("pose:heading=90", seconds: 10)
    #expect(try board.error(of: 90) < 1)
    let kept = try #require(try board.store.profile(for: board.sensor)).profile
    #expect(kept.isSimulated && kept.coverage != nil && kept.place != nil)
    // It is over, and can be rolled back.
    let again = try await client.answer("finish_calibration", until: "failure")
    #expect(again.contains("has started no calibration"))
    _ = try await client.answer("rollback_calibration", until: "\"class\":\"calibration\"")
    #expect(board.service.report.calibration?.hardIron == .zero)
    await board.running.stop()
  }

  @Test func `a known heading at rest and a place suffice for the hard iron`() async throws {
    let board = try await CalibrationBoard(calibration: CalibrationParameters())
    try await board.feed("pose:heading=200", seconds: 5)
    #expect(try board.error(of: 200) > 5)
    let client = try RawClient(path: board.running.path)
    _ = try await client.answer(
      "start_calibration", ",\"heading\":200", until: "calibration_progress")
    try await board.feed("pose:heading=200", seconds: 10)
    let lines = await client.lines { $0.contains("\"complete\":true") }
    let last = try progress(try #require(lines.last))
    #expect(last.rung == "known_heading" && last.isAccepted && last.turn.isEmpty)
    #expect(last.obstacle == nil && last.next == "enough")
    _ = try await client.answer("finish_calibration", until: "\"revision\":1")
    try await board.feed("pose:heading=200", seconds: 10)
    #expect(try board.error(of: 200) < 1)
    await board.running.stop()
  }

  @Test func `a known heading without a place says that it needs one`() async throws {
    let board = try await CalibrationBoard()
    let client = try RawClient(path: board.running.path)
    _ = try await client.answer(
      "start_calibration", ",\"heading\":200", until: "calibration_progress")
    try await board.feed("pose:heading=200", seconds: 10, fixes: 0)
    let lines = await client.lines { $0.contains("place_needed") && !$0.contains("few_samples") }
    let last = try progress(try #require(lines.last))
    #expect(last.obstacle?.contains("give latitude and longitude") == true && !last.isComplete)
    #expect(last.next == "hold still for a moment")
    await board.running.stop()
  }

  @Test func `samples before a loss of the magnetometer are not used after it`() async throws {
    let board = try await CalibrationBoard()
    let client = try RawClient(path: board.running.path)
    _ = try await client.answer(
      "start_calibration", ",\"target\":5", until: "\"target\":5")
    try await board.feed("tumbling", seconds: 25)
    _ = await client.lines { $0.contains("\"accepted\":true") }
    board.service.deliver(
      .status(
        SensorStatus(time: board.service.report.time, sensor: .magnetometer, state: .failed)))
    // The newest progress is of the samples that were discarded.
    let refused = try await client.answer("finish_calibration", until: "failure")
    #expect(refused.contains("give no calibration yet"))
    let lines = await client.lines { $0.contains("was lost meanwhile") }
    #expect(try progress(try #require(lines.last)).samples == 0)
    // It goes on with those that follow.
    try await board.feed("tumbling", seconds: 25)
    _ = await client.lines { $0.contains("\"accepted\":true") }
    _ = try await client.answer("finish_calibration", until: "\"revision\":1")
    await board.running.stop()
  }

  @Test func `a magnetometer that repeats one value is named`() async throws {
    let board = try await CalibrationBoard()
    let client = try RawClient(path: board.running.path)
    _ = try await client.answer("start_calibration", until: "calibration_progress")
    try await board.feed("tumbling", seconds: 10) { event in
      guard case .magneticField(var sample) = event else { return event }
      sample.value = Vector3(2e-5, 1e-5, -4e-5)
      return .magneticField(sample)
    }
    let lines = await client.lines { $0.contains("repeats one value") }
    #expect(
      try progress(try #require(lines.last)).notice?.contains("the magnetometer repeats") == true)
    await board.running.stop()
  }

  @Test func `a calibration that claims less than the stored one needs force`() async throws {
    let board = try await CalibrationBoard()
    var better = CalibrationParameters()
    better.headingError = Angle(degrees: 0.01)
    try board.store.save(CalibrationProfile(parameters: better), for: board.sensor)
    let client = try RawClient(path: board.running.path)
    _ = try await client.answer(
      "start_calibration", ",\"target\":5", until: "\"target\":5")
    try await board.feed("tumbling", seconds: 25)
    _ = await client.lines { $0.contains("\"accepted\":true") }
    let refused = try await client.answer("finish_calibration", until: "failure")
    #expect(refused.contains("that of the stored one is ±0.01° level"))
    #expect(try board.store.profile(for: board.sensor)?.profile.parameters.hardIron == .zero)
    _ = try await client.answer(
      "finish_calibration", ",\"force\":true", until: "\"revision\":2")
    #expect(await board.logged("command=start_calibration")?.contains("target=5.0") == true)
    #expect(await board.logged("command=finish_calibration")?.contains("refused") == true)
    #expect(await board.logged("command=finish_calibration")?.contains("force=true") == true)
    await board.running.stop()
  }

  @Test func `a second client is refused until the first one's connection has ended`()
    async throws
  {
    let board = try await CalibrationBoard()
    var first: RawClient? = try RawClient(path: board.running.path)
    _ = try await #require(first).answer("start_calibration", until: "calibration_progress")
    let second = try RawClient(path: board.running.path)
    for command in ["start_calibration", "finish_calibration", "cancel_calibration"] {
      let refused = try await second.answer(command, until: "failure")
      #expect(
        refused.contains(
          command == "start_calibration"
            ? "another client calibrates already: process \(getpid()) of user \(getuid())"
            : "has started no calibration"))
    }
    #expect(first != nil)
    first = nil
    #expect(
      await board.logged("ended without a result")?.contains("its connection ended") == true)
    _ = try await second.answer("start_calibration", until: "calibration_progress")
    // Cancelled, nothing is changed, and its answer is the calibration in force.
    _ = try await second.answer("cancel_calibration", until: "\"calibrated\":false")
    #expect(await board.logged("ended without a result")?.contains("cancelled") == true)
    _ = try await second.answer("start_calibration", until: "calibration_progress")
    await board.running.stop()
    #expect(
      await board.logged("ended without a result")?.contains("its connection ended") == true)
    #expect(try board.store.profile(for: board.sensor) == nil)
  }

  @Test func `a client without the right to control may not calibrate`() async throws {
    let board = try await CalibrationBoard { $0.policy.peers = [.full: [.everyone]] }
    let client = try RawClient(path: board.running.path)
    for command in ["start_calibration", "finish_calibration", "cancel_calibration"] {
      let refused = try await client.answer(command, until: "failure")
      #expect(refused.contains("may not give orders"))
    }
    await board.running.stop()
  }

  @Test(arguments: [true, false])
  func `a calibration ends when its sensors become others, or simulated ones`(isConfigured: Bool)
    async throws
  {
    let board = try await CalibrationBoard(isSimulated: false)
    let client = try RawClient(path: board.running.path)
    _ = try await client.answer("start_calibration", until: "calibration_progress")
    if isConfigured {
      board.use(nil)
    } else {
      board.service.deliver(.simulated(board.service.report.time, true))
      board.service.deliver(.simulated(board.service.report.time, false))
    }
    let end = try #require(await client.lines { $0.contains("failure") }.last)
    #expect(end.contains(isConfigured ? "configured or found anew" : "SIMULATED"))
    #expect(end.contains("\"command\":\"start_calibration\""))
    let refused = try await client.answer("finish_calibration", until: "failure")
    #expect(refused.contains("has started no calibration"))
    // While a source is simulated, none can begin.
    board.service.deliver(.simulated(board.service.report.time, true))
    let start = try await client.answer("start_calibration", until: "failure")
    #expect(start.contains("SIMULATED"))
    await board.running.stop()
  }

  @Test func `no calibration begins without a magnetometer`() async throws {
    let board = try await CalibrationBoard()
    board.service.use(SensorSetup(name: "none", isSimulated: true))
    let client = try RawClient(path: board.running.path)
    let refused = try await client.answer("start_calibration", until: "failure")
    #expect(refused.contains("no magnetometer"))
    await board.running.stop()
  }

  @Test func `a client that starts and cancels in a loop is limited, and hinders no other`()
    async throws
  {
    let board = try await CalibrationBoard()
    let hostile = try RawClient(path: board.running.path)
    let pair = RawClient.command("start_calibration") + RawClient.command("cancel_calibration")
    hostile.send(Array(repeatElement(pair, count: 100).joined()))
    let lines = await hostile.lines()
    #expect(lines.last?.contains("too many requests") == true)
    #expect(lines.count < 25)
    let other = try RawClient(path: board.running.path)
    // The connection has ended, and with it any calibration of it.
    _ = try await other.answer("start_calibration", until: "calibration_progress")
    await board.running.stop()
  }
}
