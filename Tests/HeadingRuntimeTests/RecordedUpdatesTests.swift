import Foundation
import HeadingEngine
import HeadingGeometry
import HeadingProtocol
import HeadingRecording
import HeadingSensing
import HeadingSimulation
import HeadingTesting
import Testing

@testable import HeadingRuntime

/// A replay reproduces every line of the live service exactly.
@Suite(.timeLimit(.minutes(5)))
struct RecordedUpdatesTests {
  private let temporary: TemporaryFolder
  private var url: URL { temporary.url.appendingPathComponent("r.mcap") }

  init() throws { temporary = try TemporaryFolder() }

  private func lines(_ bytes: [UInt8]) throws -> [[UInt8]] {
    var replay = try RecordedUpdates(bytes, engine: HeadingEngine())
    var lines: [[UInt8]] = []
    while let update = try replay.next() { lines.append(SolutionMessage(update).line) }
    return lines
  }

  /// Lines of a service whose events have this delay, s, and whose contract changes midway.
  private func record(delay: @Sendable (Int) -> Double) throws -> [[UInt8]] {
    let clock = SetClock()
    let service = HeadingService(clock: clock)
    let recording = try RecordingFile(RecordingDestination(url.path))
    let said = Received<[UInt8]>()
    recording.follow(service)
    service.subscribe { said.add(SolutionMessage($0).line) }
    var setup = SensorSetup(name: "test", isSimulated: true)
    setup.calibration = CalibrationParameters()
    service.use(setup)
    let events = try Scenario.named("turning").hat().events(
      until: 4, startingAt: BootTime(seconds: 100))
    for (number, event) in events.enumerated() {
      if number == 500 {
        var contract = SteerContract()
        contract.degradedAbove = Angle(degrees: 0.1)
        contract.coastLimit = 0.5
        contract.deadline = 0.05
        service.promise(contract)
      }
      // Without a magnetometer the gyroscope coasts for the last second.
      if event.time.seconds > 103, case .magneticField = event { continue }
      let arrival = event.time.advanced(bySeconds: delay(number))
      clock.advance(bySeconds: max(0, arrival.seconds(since: clock.bootTime)))
      service.deliver(event)
    }
    try recording.close()
    return said.all
  }

  @Test(arguments: [0, 0.0123456789, 0.06, 0.3])
  func `each replayed line equals the live one, latency and contract included`(delay: Double) throws
  {
    let said = try record { Double($0 % 3) / 2 * delay }
    #expect(said.count > 400)
    let again = try lines(Array(Data(contentsOf: url)))
    #expect(again == said)
    let text = String(decoding: said.joined(), as: UTF8.self)
    #expect(!text.contains("\"simulated\":false"))
    #expect(text.contains("\"steer\":\"degraded\"") == (delay < 0.3))
    #expect(text.contains("\"late\"") == (delay >= 0.06))
  }

  @Test func `a replay repeats the update that the live service repeated`() async throws {
    let clock = SetClock()
    let service = HeadingService(clock: clock)
    let recording = try RecordingFile(RecordingDestination(url.path))
    let said = Received<[UInt8]>()
    recording.follow(service)
    service.subscribe { said.add(SolutionMessage($0).line) }
    var contract = SteerContract()
    contract.rate = 1000
    contract.coastLimit = 1000
    service.promise(contract)
    let updates = service.updates(bufferingNewest: 1000)
    // Without a calibration the bound is too large for anything but `stop`.
    var calibration = CalibrationParameters()
    calibration.headingError = Angle(degrees: 1)
    service.deliver(.calibration(clock.bootTime.advanced(bySeconds: -4), calibration))
    let end = 300
    for number in 0...end {
      let time = clock.bootTime.advanced(bySeconds: Double(number - end) * 0.01)
      let tremble = Double(number % 7) * 1e-4
      service.deliver(
        .acceleration(VectorSample(time: time, value: Vector3(tremble, 0, 9.80665))))
      service.deliver(
        .magneticField(VectorSample(time: time, value: Vector3(tremble * 1e-4, 2e-5, -4e-5))))
    }
    clock.advance(bySeconds: 0.005)
    let running = Task { await service.run([]) }
    var wasGood = false
    for await update in updates {
      if update.steer != .stop { wasGood = true }
      if wasGood, update.steer == .stop { break }
    }
    running.cancel()
    await running.value
    try recording.close()
    let bytes = try Array(Data(contentsOf: url))
    #expect(try lines(bytes) == said.all)
    var reader = try MCAPReader(bytes)
    var topics: Set<String> = []
    while let message = try reader.next() { topics.insert(message.topic) }
    #expect(topics.contains(RecordedRepetition.topic))
  }

  @Test func `removing the positions keeps steer`() throws {
    let said = try record { Double($0 % 3) * 0.03 }
    let removed = try PositionRemoval.recording(Array(Data(contentsOf: url)))
    let words = { (lines: [[UInt8]]) in
      lines.map { line in
        String(decoding: line, as: UTF8.self).split(separator: ",")
          .filter { $0.contains("\"steer\"") || $0.contains("\"simulated\"") }
      }
    }
    let left = words(try lines(removed))
    #expect(left.count > 400)
    #expect(left.allSatisfy { $0.contains("\"simulated\":true") })
    let late = { (words: [[Substring]]) in words.count { $0.contains("\"steer\":\"stop\"") } }
    #expect(late(left) > 0 && late(words(said)) > 0)
  }

  @Test func `a recording whose setup alone is marked simulated replays as simulated`() throws {
    var writer = MCAPWriter(library: "test")
    writer.addChannel(1, topic: EventReplay.eventTopic)
    writer.addChannel(2, topic: RecordingSetup.topic)
    let setup = RecordingSetup(source: "test", simulated: true, model: "WMM-2025", geoid: false)
    writer.add(try JSONEncoder().encode(setup), to: 2, at: 1)
    for number in 1...10 {
      let tick = SensorEvent.tick(BootTime(seconds: Double(number)))
      writer.add(try EventCoder().data(tick), to: 1, at: UInt64(number))
    }
    writer.end()
    var replay = try RecordedUpdates(writer.take(), engine: HeadingEngine())
    var count = 0
    while let update = try replay.next() {
      count += 1
      #expect(update.solution.isSimulated)
    }
    #expect(count == 10)
  }
}
