import Foundation
import HeadingLocationServices
import HeadingTesting
import Synchronization
import Testing

@testable import CoreMotion

/// Pedometer, activities and their history, with a clock of the test.
@Suite(.timeLimit(.minutes(5))) struct PedometerTests {
  /// A person, and a program whose wall clock runs with the person's samples.
  private struct Rig {
    /// The wall clock when the device started: 2026.
    static let start = 1_790_000_000.0
    let person: WalkingPerson
    let folder: TemporaryFolder
    let recorder: ActivityRecorder

    var file: URL { folder.url.appendingPathComponent("state/motion-history") }

    init(
      _ folder: TemporaryFolder, granted: Bool = true, simulated: Bool = false,
      start: Double = Rig.start
    ) {
      let person = WalkingPerson(isSimulated: simulated)
      self.person = person
      self.folder = folder
      let file = folder.url.appendingPathComponent("state/motion-history")
      let now: @Sendable () -> Double = { start + person.time }
      recorder = ActivityRecorder(
        hub: SensorHub(person), history: MotionHistory(file, now: now), now: now
      ) { granted }
    }

    /// The wall clock, s after the person's first sample.
    func date(_ seconds: Double) -> Date {
      Date(timeIntervalSince1970: Self.start + 5000 + seconds)
    }

    func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }
  }

  /// The values that a handler received; each is waited for.
  private final class Received<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let stream = AsyncStream.makeStream(of: Void.self)
    func add(_ value: Value) {
      values.withLock { $0.append(value) }
      stream.continuation.yield()
    }
    func first(where isMeant: (Value) -> Bool) async -> Value? {
      var iterator = stream.stream.makeAsyncIterator()
      while true {
        if let found = values.withLock({ $0.first(where: isMeant) }) { return found }
        guard await iterator.next() != nil else { return nil }
      }
    }
    var all: [Value] { values.withLock { $0 } }
  }

  private struct Count: Sendable {
    var steps: Int
    var distance: Double?
    var cadence: Double?
    var pace: Double?
    var averagePace: Double?
    var floors: Int?
    init(_ data: CMPedometerData) {
      steps = data.numberOfSteps.intValue
      distance = data.distance?.doubleValue
      cadence = data.currentCadence?.doubleValue
      pace = data.currentPace?.doubleValue
      averagePace = data.averageActivePace?.doubleValue
      floors = data.floorsAscended?.intValue
    }
  }

  @Test func `steps are counted live, without a distance that nothing measured`() async throws {
    let rig = Rig(try TemporaryFolder())
    let pedometer = CMPedometer(recorder: rig.recorder)
    let received = Received<Count>()
    pedometer.startUpdates(from: rig.date(0)) { data, _ in
      if let data { received.add(Count(data)) }
    }
    await rig.person.begin()
    rig.person.spend(60, walks: true)
    rig.person.spend(5, walks: false)
    let last = try #require(await received.first { $0.steps >= 106 && $0.cadence == nil })
    #expect((106...109).contains(last.steps))
    #expect(last.distance == nil && last.pace == nil && last.floors == nil)
    #expect(received.all.contains { abs(($0.cadence ?? 0) - 1.8) < 0.1 })
    // At most once a second, and at the end.
    #expect(received.all.count < 66)
    pedometer.stopUpdates()
  }

  @Test(arguments: [true, false])
  func `a distance needs fixes and the location's authorization`(granted: Bool) async throws {
    let rig = Rig(try TemporaryFolder(), granted: granted)
    let pedometer = CMPedometer(recorder: rig.recorder)
    let received = Received<Count>()
    pedometer.startUpdates(from: rig.date(0)) { data, _ in
      if let data { received.add(Count(data)) }
    }
    await rig.person.begin()
    rig.person.spend(60, walks: true, speed: 1.35, climb: 0.25)
    let last = try #require(await received.first { $0.steps >= 105 })
    // 15 m: stairs of five floors.
    #expect((4...5).contains(last.floors ?? 0))
    guard granted else {
      #expect(last.distance == nil && last.pace == nil && last.averagePace == nil)
      return
    }
    #expect(abs((last.distance ?? 0) - 1.35 / 1.8 * Double(last.steps)) < 1)
    #expect(abs((last.pace ?? 0) - 1 / 1.35) < 0.02)
    #expect(abs((last.averagePace ?? 0) - 1 / 1.35) < 0.02)
  }

  @Test func `pauses are events`() async throws {
    let rig = Rig(try TemporaryFolder())
    let pedometer = CMPedometer(recorder: rig.recorder)
    let received = Received<(CMPedometerEventType, Date)>()
    pedometer.startEventUpdates { event, _ in
      if let event { received.add((event.type, event.date)) }
    }
    await rig.person.begin()
    rig.person.spend(10, walks: true)
    rig.person.spend(5, walks: false)
    rig.person.spend(10, walks: true)
    _ = await received.first { $0.0 == .resume && $0.1 > rig.date(15) }
    #expect(received.all.map(\.0) == [.resume, .pause, .resume])
    #expect(received.all[1].1 > rig.date(10) && received.all[1].1 < rig.date(13))
    pedometer.stopEventUpdates()
  }

  private struct Activity: Sendable {
    var isUnknown: Bool
    var isWalking: Bool
    var isStationary: Bool
    var start: Date
    init(_ activity: CMMotionActivity) {
      isUnknown = activity.unknown
      isWalking = activity.walking
      isStationary = activity.stationary
      start = activity.startDate
    }
  }

  @Test func `activities are delivered, and found in the history with its gaps`() async throws {
    let folder = try TemporaryFolder()
    let rig = Rig(folder)
    let manager = CMMotionActivityManager(recorder: rig.recorder)
    let received = Received<Activity>()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    manager.startActivityUpdates(to: queue) { activity in
      if let activity { received.add(Activity(activity)) }
    }
    await rig.person.begin()
    rig.person.spend(100, walks: false)
    rig.person.spend(100, walks: true)
    _ = await received.first { $0.isWalking }
    manager.stopActivityUpdates()
    let found = try await manager.queryActivityStarting(
      from: rig.date(-100), to: rig.date(300), to: queue
    ).map(Activity.init)
    // Unknown after the end.
    try #require(found.map(\.isUnknown) == [false, false, true])
    #expect(found[0].isStationary && found[1].isWalking)
    #expect(found[1].start > rig.date(100) && found[1].start < rig.date(106))
    #expect(abs(found[2].start.timeIntervalSince(rig.date(200))) < 1)
    // The activity that goes on at the beginning of the time is the first one.
    let part = try await manager.queryActivityStarting(
      from: rig.date(50), to: rig.date(90), to: queue)
    #expect(part.count == 1 && part[0].stationary && part[0].startDate < rig.date(10))
    await #expect(throws: NSError.self) {
      _ = try await manager.queryActivityStarting(from: rig.date(500), to: rig.date(600), to: queue)
    }
    await #expect(throws: NSError.self) {
      _ = try await manager.queryActivityStarting(from: rig.date(1), to: rig.date(0), to: queue)
    }
  }

  @Test func `the history counts what any program measured, and only that`() async throws {
    let folder = try TemporaryFolder()
    let rig = Rig(folder)
    let pedometer = CMPedometer(recorder: rig.recorder)
    let second = CMPedometer(recorder: rig.recorder)
    pedometer.startUpdates(from: rig.date(0)) { _, _ in }
    second.startEventUpdates { _, _ in }
    await rig.person.begin()
    rig.person.spend(150, walks: true)
    rig.person.spend(30, walks: false)
    let all = try await pedometer.queryPedometerData(from: rig.date(-1000), to: rig.date(1000))
    #expect((267...271).contains(all.numberOfSteps.intValue))
    // About the time that was measured.
    #expect(abs(all.startDate.timeIntervalSince(rig.date(0))) < 1)
    #expect(abs(all.endDate.timeIntervalSince(rig.date(180))) < 1)
    #expect(all.distance == nil && all.floorsAscended == nil && all.currentCadence == nil)
    let minute = try await pedometer.queryPedometerData(from: rig.date(60), to: rig.date(120))
    #expect((105...111).contains(minute.numberOfSteps.intValue))
    await #expect(throws: NSError.self) {
      _ = try await pedometer.queryPedometerData(from: rig.date(300), to: rig.date(400))
    }
    pedometer.stopUpdates()
    second.stopEventUpdates()
    // Another program, later.
    let later = CMPedometer(recorder: Rig(folder, start: Rig.start + 1000).recorder)
    let again = try await later.queryPedometerData(from: rig.date(-1000), to: rig.date(1000))
    #expect(again.numberOfSteps == all.numberOfSteps)
  }

  @Test func `updates from a past time add what the history knows`() async throws {
    let folder = try TemporaryFolder()
    let rig = Rig(folder)
    let pedometer = CMPedometer(recorder: rig.recorder)
    pedometer.startEventUpdates { _, _ in }
    await rig.person.begin()
    rig.person.spend(60, walks: true)
    let received = Received<Count>()
    pedometer.startUpdates(from: rig.date(-10)) { data, _ in
      if let data { received.add(Count(data)) }
    }
    // The history is read while the person goes on.
    _ = try await pedometer.queryPedometerData(from: rig.date(-10), to: rig.date(100))
    rig.person.spend(60, walks: true)
    let last = try #require(await received.first { $0.steps > 210 })
    #expect((211...217).contains(last.steps))
  }

  @Test func `simulated steps are delivered and not kept`() async throws {
    let rig = Rig(try TemporaryFolder(), simulated: true)
    let pedometer = CMPedometer(recorder: rig.recorder)
    let received = Received<Count>()
    pedometer.startUpdates(from: rig.date(0)) { data, _ in
      if let data { received.add(Count(data)) }
    }
    await rig.person.begin()
    rig.person.spend(70, walks: true)
    _ = try #require(await received.first { $0.steps > 100 })
    await #expect(throws: NSError.self) {
      _ = try await pedometer.queryPedometerData(from: rig.date(-1), to: rig.date(100))
    }
  }

  @Test func `a clock that is not set keeps nothing`() async throws {
    let rig = Rig(try TemporaryFolder(), start: 1000)
    let pedometer = CMPedometer(recorder: rig.recorder)
    pedometer.startEventUpdates { _, _ in }
    await rig.person.begin()
    rig.person.spend(130, walks: true)
    await #expect(throws: NSError.self) {
      _ = try await pedometer.queryPedometerData(from: .distantPast, to: .distantFuture)
    }
    #expect(!FileManager.default.fileExists(atPath: rig.file.path))
  }
}
