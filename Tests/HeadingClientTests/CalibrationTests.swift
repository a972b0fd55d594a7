import Foundation
import HeadingClient
import Testing

/// Guided calibrations over the public interface, with the real daemon and with a script.
@Suite(.timeLimit(.minutes(5)))
struct CalibrationTests {
  /// A client of a daemon that has found its sensors, which may be after it listens.
  private func client(of daemon: RunningDaemon) async throws -> HeadingClient {
    let client = try await HeadingClient.connect(to: daemon.address)
    for try await _ in client.updates() { break }
    return client
  }

  @Test func `a simulated board that tumbles is calibrated in the running daemon`() async throws {
    let daemon = try await RunningDaemon("tumbling")
    let client = try await client(of: daemon)
    let calibration = try await client.calibrate(target: 5)
    let other = await #expect(throws: HeadingClientError.self) {
      _ = try await client.calibrate()
    }
    guard case .notFollowed(_, "start_calibration", let reason)? = other else {
      Issue.record("\(String(describing: other))")
      return
    }
    #expect(reason.contains("another client calibrates already: process \(getpid())"))
    await #expect(throws: HeadingClientError.self) { try await calibration.finish() }
    var last: DaemonCalibration.Progress?
    for try await progress in calibration.progress {
      last = progress
      if progress.isComplete { break }
    }
    let complete = try #require(last)
    #expect(complete.isSimulated && complete.isAccepted && complete.target == 5)
    #expect(try #require(complete.predictedHeadingError).tilt20 <= 5)
    let outcome = try await calibration.finish()
    #expect(outcome.revision == 1)
    // The iron of the simulated board.
    let iron = try #require(outcome.hardIron)
    #expect(abs(iron.x - 19.5) < 3 && abs(iron.y + 22.8) < 3 && abs(iron.z - 14.1) < 3)
    #expect(try await client.status().isCalibrated)
    let over = await #expect(throws: HeadingClientError.self) { try await calibration.cancel() }
    #expect(over?.description.contains("has ended") == true)
    try await daemon.stop()
  }

  @Test func `a calibration that is released or cancelled leaves room for the next`() async throws {
    let daemon = try await RunningDaemon()
    let client = try await client(of: daemon)
    let first = try await client.calibrate()
    try await first.cancel()
    var second: DaemonCalibration? = try await client.calibrate()
    #expect(second != nil)
    second = nil
    // The daemon learns of the end of a connection in its own time.
    var third: DaemonCalibration?
    while third == nil {
      do { third = try await client.calibrate() } catch HeadingClientError.notFollowed {}
    }
    try await daemon.stop()
    await #expect(throws: HeadingClientError.self) {
      for try await _ in try #require(third).progress {}
    }
  }

  private static let progress =
    #"{"class":"calibration_progress","elapsed":1,"samples":9,"coverage":0.1,"headings":0,"tilt":0,"#
    + #""rung":"none","quality":"unusable","confidence":0,"predicted_heading_error":null,"#
    + #""target":0.5,"accepted":false,"complete":false,"reasons":["of_tomorrow"],"next":"turn\u001bit","#
    + #""turn":[],"simulated":true,"of_tomorrow":{}}"#

  @Test func `a daemon that ends the calibration says why`() async throws {
    let server = try ScriptedServer(
      [
        Self.progress,
        #"{"class":"failure","command":"start_calibration","reason":"the sensors are others"}"#,
      ], staysOpen: true)
    // The first line answers the start, whatever follows at once.
    let client = try await HeadingClient.connect(to: server.address)
    let calibration = try await client.calibrate()
    var texts: [String] = []
    let error = await #expect(throws: HeadingClientError.self) {
      for try await progress in calibration.progress { texts.append(progress.next) }
    }
    #expect(texts == ["turn?it"])
    #expect(error?.description.contains("the sensors are others") == true)
  }

  @Test func `an older daemon's refusal is an error`() async throws {
    let server = try ScriptedServer(
      [#"{"class":"failure","command":"start_calibration","reason":"is not known"}"#],
      staysOpen: true)
    let client = try await HeadingClient.connect(to: server.address)
    let error = await #expect(throws: HeadingClientError.self) {
      _ = try await client.calibrate()
    }
    #expect(error?.description.contains("is not known") == true)
  }
}
