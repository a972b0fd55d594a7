import Foundation
import HeadingEngine
import HeadingGeometry
import HeadingRecording
import HeadingSensing
import HeadingSimulation
import HeadingTesting
import Testing

@testable import HeadingRuntime
@testable import HeadingStorage

/// The flight recorder's files: rotation, replay and removal.
struct FlightRecorderTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private var folder: RecordingFolder { RecordingFolder(path: temporary.url.path) }

  /// Steps a recorder through a simulated flight, as its own thread would.
  private func fly(
    _ configuration: RecorderConfiguration, seconds: Double = 6
  ) throws -> [SolutionUpdate] {
    let service = HeadingService(clock: StandingClock(bootTime: BootTime(seconds: 90)))
    var contract = SteerContract()
    contract.deadline = 1e6
    service.promise(contract)
    let buffer = RecordingBuffer()
    var disk = RecorderDisk(folder, configuration)
    let live = Received<SolutionUpdate>()
    _ = buffer.follow(service)
    service.subscribe { live.add($0) }
    _ = disk.step(buffer, context: service.context, isLast: false)
    var setup = SensorSetup(name: "test", isSimulated: true)
    setup.calibration = CalibrationParameters()
    buffer.add(RecordingSetup(setup, configuration: nil))
    service.use(setup)
    let events = try Scenario.named("turning").hat().events(
      until: seconds, startingAt: BootTime(seconds: 90))
    for (number, event) in events.enumerated() {
      service.deliver(event)
      guard number % 100 == 0 else { continue }
      let (report, notice) = disk.step(buffer, context: service.context, isLast: false)
      #expect(report.state == .recording)
      #expect(notice == nil)
    }
    let (report, _) = disk.step(buffer, context: [], isLast: true)
    #expect(report.state == .off)
    return live.all
  }

  private func small() -> RecorderConfiguration {
    var configuration = RecorderConfiguration()
    configuration.fileSize = 200_000
    configuration.size = 100_000_000
    configuration.reserve = 0
    return configuration
  }

  private func content(_ file: RecordingFolder.File) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file.path)))
  }

  @Test func `a replay of all files gives the live solutions bit for bit`() throws {
    let updates = try fly(small())
    let live = updates.map(\.solution)
    let files = folder.files
    #expect(files.count > 3)
    var replay = try EventReplay(try content(files[0]))
    var again: [HeadingSolution] = []
    while let solution = try replay.next() { again.append(solution) }
    for file in files.dropFirst() {
      try replay.open(try content(file))
      while let solution = try replay.next() { again.append(solution) }
    }
    let isCut = replay.isCut
    #expect(!isCut)
    #expect(live.count > 500)
    #expect(again == live)
    #expect(replay.setup?.model == "WMM-2025")

    var recorded = try RecordedUpdates(try content(files[0]), engine: HeadingEngine())
    var said: [SolutionUpdate] = []
    while let update = try recorded.next() { said.append(update) }
    for file in files.dropFirst() {
      try recorded.open(try content(file))
      while let update = try recorded.next() { said.append(update) }
    }
    #expect(said == updates)
    let isPartial = recorded.startsMidRun
    #expect(!isPartial)
  }

  @Test func `a file of the middle of a run begins with the configuration of the engine`() throws {
    let updates = try fly(small())
    let live = updates.map(\.solution)
    let files = folder.files
    var replay = try EventReplay(try content(try #require(files.dropFirst().first)))
    let next = try replay.next()
    let first = try #require(next)
    let isPartial = replay.startsMidRun
    #expect(isPartial)
    let then = try #require(live.first { $0.time == first.time })
    // Calibrated from its first sample on, as the live run was.
    #expect(!first.reasons.contains(.uncalibrated))
    #expect(!then.reasons.contains(.uncalibrated))
    var last = first
    while let solution = try replay.next() { last = solution }
    for file in files.dropFirst(2) {
      try replay.open(try content(file))
      while let solution = try replay.next() { last = solution }
    }
    let same = try #require(live.first { $0.time == last.time })
    // The choice of the source depends on what each has estimated since its start.
    let source: Reasons = [.headingFromMotion, .headingSourceChanged]
    #expect(last.reasons.subtracting(source) == same.reasons.subtracting(source))
    let heading = try #require(last.magneticHeading.value?.degrees)
    let other = try #require(same.magneticHeading.value?.degrees)
    #expect(abs((heading - other + 540).truncatingRemainder(dividingBy: 360) - 180) < 2)
  }

  @Test func `a recording begins with the clock in use, not with one that was refused`() throws {
    let start = BootTime(seconds: 90)
    let service = HeadingService(clock: StandingClock(bootTime: start))
    let receiver = ClockRelation(
      bootTime: start, universalTime: UniversalTime(secondsSince1970: 1_784_000_000), trust: .gnss)
    // An unsynchronized wall clock is told again and again, and a receiver that fell back by 1024 weeks.
    let unset = ClockRelation(
      bootTime: start.advanced(bySeconds: 1), universalTime: UniversalTime(secondsSince1970: 0),
      trust: .none)
    let fallenBack = ClockRelation(
      bootTime: start.advanced(bySeconds: 2),
      universalTime: UniversalTime(secondsSince1970: 1_784_000_000 - 1024 * 604_800), trust: .gnss)
    for relation in [receiver, unset, fallenBack] { service.deliver(.clock(relation)) }
    let clocks = service.context.compactMap { step -> ClockRelation? in
      if case .event(.clock(let relation), _) = step { relation } else { nil }
    }
    #expect(clocks == [receiver])
  }

  @Test func `the oldest files are removed at the size limit`() throws {
    var configuration = small()
    configuration.size = 600_000
    _ = try fly(configuration)
    let files = folder.files
    #expect(files.count >= 2)
    #expect(files[0].number > 1)
    #expect(files.reduce(0) { $0 + $1.size } <= 600_000 + 200_000)
    let numbers = files.map(\.number)
    #expect(numbers == Array(numbers[0]...(numbers[0] + files.count - 1)))
    // A second run continues the numbering.
    _ = try fly(configuration, seconds: 1)
    #expect(folder.files.last.map { $0.number > numbers[numbers.count - 1] } == true)
  }

  @Test func `a truncated file is readable up to the cut`() throws {
    _ = try fly(small(), seconds: 1)
    let whole = try content(try #require(folder.files.first))
    let all = try messages(whole)
    var generator = SystemRandomNumberGenerator()
    var cuts = (0..<200).map { _ in Int.random(in: 8..<whole.count, using: &generator) }
    cuts += [8, 9, whole.count - 1]
    for cut in cuts.sorted() {
      let part = try messages(Array(whole[..<cut]))
      #expect(part == Array(all.prefix(part.count)), "cut at \(cut)")
      // At most the message that was cut in two is missing.
      let bytes = part.reduce(0) { $0 + $1.data.count + 31 }
      #expect(cut - bytes < 8192, "cut at \(cut)")
    }
  }

  private func messages(_ bytes: [UInt8]) throws -> [MCAPMessage] {
    var reader = try MCAPReader(bytes)
    var messages: [MCAPMessage] = []
    while let message = try reader.next() { messages.append(message) }
    return messages
  }

  @Test func `an unusable folder is reported, and used once it can be created`() throws {
    let path = temporary.url.path + "/occupied"
    try Data().write(to: URL(fileURLWithPath: path))
    var disk = RecorderDisk(RecordingFolder(path: path), small())
    let buffer = RecordingBuffer()
    let (report, notice) = disk.step(buffer, context: [], isLast: false)
    #expect(report.state.name == "failed")
    #expect(notice?.severity == .error)
    #expect(disk.step(buffer, context: [], isLast: false).1 == nil)
    try FileManager.default.removeItem(atPath: path)
    var last: (RecorderReport, SensorNotice?) = (report, nil)
    for _ in 0..<5 where last.0.state != .recording {
      last = disk.step(buffer, context: [], isLast: false)
    }
    #expect(last.0.state == .recording)
    #expect(last.1?.message == "the flight recorder records again")
  }

  @Test func `a disk without the reserve counts as full, and only own files are removed`() throws {
    let foreign = temporary.url.path + "/flight-notes.mcap"
    try Data([1]).write(to: URL(fileURLWithPath: foreign))
    _ = try fly(small(), seconds: 1)
    #expect(!folder.files.isEmpty)
    var configuration = small()
    configuration.reserve = 1 << 60
    var disk = RecorderDisk(folder, configuration)
    let (report, notice) = disk.step(RecordingBuffer(), context: [], isLast: false)
    #expect(report.state == .diskFull)
    #expect(notice?.message.contains("the disk is full") == true)
    // The previous file remains.
    #expect(folder.files.count == 1)
    #expect(FileManager.default.fileExists(atPath: foreign))
  }

  @Test func `a removed file is replaced by a new one`() throws {
    var disk = RecorderDisk(folder, small())
    let buffer = RecordingBuffer()
    #expect(disk.step(buffer, context: [], isLast: false).0.state == .recording)
    try FileManager.default.removeItem(atPath: try #require(folder.files.first?.path))
    var states: [String] = []
    for _ in 0..<7 { states.append(disk.step(buffer, context: [], isLast: false).0.state.name) }
    #expect(states.first == "failed")
    #expect(states.last == "recording")
    #expect(folder.files.count == 1)
  }
}
