import Foundation
import HeadingEngine
import HeadingRecording
import HeadingSensing
import HeadingSimulation
import Testing

@testable import HeadingRuntime

/// What was recorded gives the same solutions again.
struct RecordingFileTests {
  @Test func `a replay gives the same solutions as live, bit for bit`() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("recording-\(UUID().uuidString).mcap")
    defer { try? FileManager.default.removeItem(at: url) }
    let recording = try RecordingFile(url)
    let service = HeadingService(clock: StandingClock(), isSimulated: true)
    // Lateness is the service's word, not the engine's.
    var contract = RobotContract()
    contract.deadline = 1e6
    service.promise(contract)
    let live = Received<HeadingSolution>()
    service.listen { recording.add($0) }
    service.subscribe { update in
      recording.add(update)
      live.add(update.solution)
    }
    var setup = SensorSetup(name: "test", isSimulated: true)
    setup.calibration = CalibrationParameters()
    service.use(setup)
    let events = try Scenario.named("turning").hat().events(
      until: 3, startingAt: BootTime(seconds: 90))
    for (number, event) in events.enumerated() {
      service.deliver(event)
      if number % 50 == 0 { try recording.flush() }
    }
    service.deliver(
      .status(SensorStatus(time: BootTime(seconds: 94), sensor: .gyroscope, state: .absent)))
    service.deliver(.tick(BootTime(seconds: 95)))
    try recording.close()

    var replay = try EventReplay(Array(try Data(contentsOf: url)))
    var again: [HeadingSolution] = []
    while let solution = try replay.next() { again.append(solution) }
    #expect(live.all.count > 250)
    #expect(again == live.all)
    #expect(!replay.isCut)
  }
}
