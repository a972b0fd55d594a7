import Foundation
import HeadingGeometry
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingSimulation
import HeadingStorage
import Testing

@testable import HeadingServer

/// Guided calibrations of accelerometer and gyroscope that clients start over the socket.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct GuidedRestTests {
  private func progress(_ line: String) throws -> RestProgressMessage {
    try MessageCoder().message(RestProgressMessage.self, from: Data(line.utf8))
  }

  private func calibration(_ line: String) throws -> CalibrationMessage {
    try MessageCoder().message(CalibrationMessage.self, from: Data(line.utf8))
  }

  private func vector(_ values: [Double]?) throws -> Vector3 {
    let values = try #require(values)
    return Vector3(values[0], values[1], values[2])
  }

  @Test func `six sides calibrate the accelerometer`() async throws {
    var before = CalibrationParameters()
    before.hardIron = Vector3(1e-6, 2e-6, 3e-6)
    let board = try await CalibrationBoard(calibration: before)
    let client = try RawClient(path: board.running.path)
    let first = try progress(
      try await client.answer(
        "start_calibration", ",\"sensor\":\"accelerometer\"", until: "rest_progress"))
    #expect(first.taken.isEmpty && first.side == "level" && first.bias == nil && first.isSimulated)
    #expect(first.next == "waiting for the accelerometer" && !first.isComplete)
    let early = try await client.answer("finish_calibration", until: "failure")
    #expect(early.contains("these sides are missing: right side up, left side up"))

    let hat = try await board.feed("six-poses", seconds: 60)
    let lines = await client.lines { $0.contains("\"complete\":true") }
    let last = try progress(try #require(lines.last))
    #expect(Set(last.taken).count == 6 && last.side == nil && last.next == "enough")
    let truth = hat.calibration.accelerometerBias
    #expect((try vector(last.bias) - truth).length < 0.05)

    let kept = try calibration(
      try await client.answer("finish_calibration", until: "\"class\":\"calibration\""))
    #expect(kept.revision == 1 && kept.accelerometerBias == last.bias)
    let stored = try #require(try board.store.profile(for: board.sensor)).profile
    #expect(stored.parameters.hasAccelerometerCalibration && stored.isSimulated)
    // The magnetometer's is not touched.
    #expect(stored.parameters.hardIron == before.hardIron)
    #expect(await board.logged("command=start_calibration")?.contains("accelerometer") == true)
    _ = try await client.answer("rollback_calibration", until: "\"class\":\"calibration\"")
    #expect(board.service.report.calibration?.hasAccelerometerCalibration == false)
    await board.running.stop()
  }

  @Test func `rest calibrates the gyroscope, and motion begins it anew`() async throws {
    let board = try await CalibrationBoard()
    let client = try RawClient(path: board.running.path)
    let first = try progress(
      try await client.answer(
        "start_calibration", ",\"sensor\":\"gyroscope\"", until: "rest_progress"))
    #expect(first.taken.isEmpty && first.side == nil && first.largestSpread == 0.5)
    try await board.feed("pose:heading=90", seconds: 3)
    try await board.feed("tumbling", seconds: 2)
    let moved = try #require(await client.lines { $0.contains("began anew") }.last)
    #expect(try progress(moved).isComplete == false)
    let early = try await client.answer("finish_calibration", until: "failure")
    #expect(early.contains("has not been at rest for 6 s"))

    let hat = try await board.feed("pose:heading=90", seconds: 10)
    let lines = await client.lines { $0.contains("\"complete\":true") }
    let last = try progress(try #require(lines.last))
    let truth = hat.calibration.gyroscopeBias
    let degrees = Vector3(
      Angle(radians: truth.x).degrees, Angle(radians: truth.y).degrees,
      Angle(radians: truth.z).degrees)
    #expect((try vector(last.bias) - degrees).length < 0.05)
    let kept = try calibration(
      try await client.answer("finish_calibration", until: "\"class\":\"calibration\""))
    #expect((try vector(kept.gyroscopeBias) - degrees).length < 0.05)
    #expect(board.service.report.calibration?.gyroscopeBias != .zero)
    await board.running.stop()
  }

  @Test func `one calibration runs at a time, whatever the sensor`() async throws {
    let board = try await CalibrationBoard()
    let client = try RawClient(path: board.running.path)
    _ = try await client.answer("start_calibration", until: "calibration_progress")
    let other = try RawClient(path: board.running.path)
    let refused = try await other.answer(
      "start_calibration", ",\"sensor\":\"gyroscope\"", until: "failure")
    #expect(refused.contains("another client calibrates already"))
    _ = try await client.answer("cancel_calibration", until: "\"class\":\"calibration\"")
    _ = try await other.answer(
      "start_calibration", ",\"sensor\":\"gyroscope\"", until: "rest_progress")
    await board.running.stop()
  }
}
