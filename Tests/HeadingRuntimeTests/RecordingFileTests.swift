import Foundation
import HeadingEngine
import HeadingProtocol
import HeadingRecording
import HeadingSensing
import HeadingSimulation
import HeadingTesting
import Testing

@testable import HeadingRuntime

/// A recording reproduces the solutions.
struct RecordingFileTests {
  @Test func `a replay gives the live solutions bit for bit`() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("recording-\(UUID().uuidString).mcap")
    defer { try? FileManager.default.removeItem(at: url) }
    let recording = try RecordingFile(RecordingDestination(url.path))
    let service = HeadingService(clock: StandingClock())
    // Lateness is determined by the service, not by the engine.
    var contract = SteerContract()
    contract.deadline = 1e6
    service.promise(contract)
    let live = Received<HeadingSolution>()
    recording.follow(service)
    service.subscribe { live.add($0.solution) }
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
    let isCut = replay.isCut
    #expect(!isCut)
  }

  @Test func `the recorded setup follows the simulated flag of the sources`() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("recording-\(UUID().uuidString).mcap")
    defer { try? FileManager.default.removeItem(at: url) }
    let recording = try RecordingFile(RecordingDestination(url.path))
    let service = HeadingService(clock: StandingClock())
    recording.follow(service)
    let setup = SensorSetup(name: "test", isSimulated: false)
    recording.add(RecordingSetup(setup, configuration: nil))
    service.use(setup)
    service.deliver(.tick(BootTime(seconds: 101)))
    // A server that did not exist when the plan was made.
    service.deliver(.simulated(BootTime(seconds: 102), true))
    service.deliver(.tick(BootTime(seconds: 103)))
    try recording.close()
    var replay = try EventReplay(Array(try Data(contentsOf: url)))
    var told: [Bool] = []
    while let step = try replay.nextStep() {
      guard case .event(let event, let solution, _) = step else { continue }
      if case .tick = event { told.append(replay.setup?.simulated ?? false) }
      let isSimulated = replay.setup?.simulated ?? false
      #expect(solution.map { $0.isSimulated == isSimulated } ?? true)
    }
    #expect(told.first == false)
    #expect(replay.setup?.simulated == true)

    // A file that begins later has the flag in its first setup, whatever the plan was.
    let buffer = RecordingBuffer(clock: StandingClock())
    buffer.add(RecordingSetup(setup, configuration: nil))
    let bytes = buffer.opening(context: service.context)
    var reader = try MCAPReader(bytes)
    var first: RecordingSetup?
    while first == nil, let message = try reader.next() {
      guard message.topic == RecordingSetup.topic else { continue }
      first = try JSONDecoder().decode(RecordingSetup.self, from: Data(message.data))
    }
    #expect(first?.simulated == true)
  }

  private static let python = PythonPackage.python(with: "mcap")

  @Test(.enabled(if: python != nil, "the Python package mcap is not installed"))
  func `the package mcap of PyPI reads every recorded message`() async throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("recording-\(UUID().uuidString).mcap")
    defer { try? FileManager.default.removeItem(at: url) }
    let recording = try RecordingFile(RecordingDestination(url.path))
    let service = HeadingService(clock: StandingClock())
    let coder = EventCoder()
    let sent = Received<(topic: String, text: String)>()
    recording.follow(service)
    service.listen { event in
      guard let data = try? coder.data(event) else { return }
      sent.add(("/events", String(decoding: data, as: UTF8.self)))
    }
    service.subscribe { update in
      let line = SolutionMessage(update).line.dropLast()
      sent.add(("/heading", String(decoding: line, as: UTF8.self)))
    }
    service.use(SensorSetup(name: "test", isSimulated: true))
    service.notice(SensorNotice(.warning, .barometer, "a \"quoted\" °"))
    for event in try Scenario.named("driving").hat().events(
      until: 2, startingAt: BootTime(seconds: 90))
    {
      service.deliver(event)
    }
    try recording.close()
    let script = """
      import sys
      from mcap.reader import make_reader
      with open(sys.argv[1], "rb") as stream:
          for schema, channel, message in make_reader(stream).iter_messages(log_time_order=False):
              print(channel.topic, message.data.decode())
      """
    let run = try await ToolRun.run(
      "env", [try #require(Self.python), "-c", script, url.path])
    #expect(run.status == 0, "\(run.errors)")
    var read: [String: [String]] = [:]
    for line in run.text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      read[String(parts[0]), default: []].append(parts.count == 2 ? String(parts[1]) : "")
    }
    for topic in ["/events", "/heading"] {
      let expected = sent.all.filter { $0.topic == topic }.map(\.text)
      #expect(expected.count > 100)
      let isSame = read[topic] == expected
      #expect(isSame, "\(topic)")
    }
    #expect(read["/notices"]?.count == 1)
    #expect(Set(read.keys) == ["/contract", "/events", "/heading", "/notices"])
  }
}
