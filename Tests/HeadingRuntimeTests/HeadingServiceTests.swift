import HeadingClock
import HeadingEngine
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import HeadingSimulation
import Synchronization
import Testing

/// A clock with constant time.
struct StandingClock: MachineClock {
  var bootTime = BootTime(seconds: 100)
  var relation: ClockRelation {
    ClockRelation(
      bootTime: bootTime, universalTime: UniversalTime(year: 2026, month: 7, day: 1), trust: .none)
  }
}

/// A clock that the test sets.
final class SetClock: MachineClock {
  private let time = Mutex(BootTime(seconds: 100))

  var bootTime: BootTime { time.withLock { $0 } }

  var relation: ClockRelation {
    ClockRelation(
      bootTime: bootTime, universalTime: UniversalTime(year: 2026, month: 7, day: 1), trust: .none)
  }

  func advance(bySeconds seconds: Double) {
    time.withLock { $0 = $0.advanced(bySeconds: seconds) }
  }
}

/// A source that delivers given events at once and ends.
struct ListSource: SensorSource {
  let name = "list"
  let events: [SensorEvent]

  func run(delivering sink: some SensorSink) async {
    for event in events { sink.deliver(event) }
  }
}

/// What subscribers received.
final class Received<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  func add(_ value: Value) { values.withLock { $0.append(value) } }
  var all: [Value] { values.withLock { $0 } }
}

@Suite(.timeLimit(.minutes(5)))
struct HeadingServiceTests {
  private func events(until end: Double) throws -> [SensorEvent] {
    Array(
      try Scenario.named("turning").hat().events(
        until: end, startingAt: BootTime(seconds: 90)))
  }

  @Test func `a block of events settles once and gives the same updates as single events`()
    throws
  {
    let events = try events(until: 91)
    func run(_ deliver: (HeadingService) -> Void) -> (updates: [HeadingSolution], settled: Int) {
      let service = HeadingService(clock: StandingClock())
      let updates = Received<HeadingSolution>()
      let settled = Received<Int>()
      service.subscribe {
        updates.add($0.solution)
      } settled: {
        settled.add(updates.all.count)
      }
      deliver(service)
      #expect(settled.all.last == updates.all.count)
      return (updates.all, settled.all.count)
    }
    let single = run { service in for event in events { service.deliver(event) } }
    let block = run { $0.deliver(events) }
    #expect(block.updates == single.updates)
    #expect(block.updates.count > 50)
    #expect(block.settled == 1)
    #expect(single.settled == events.count)
  }

  @Test func `the service publishes the solutions of the engine in order`() throws {
    let events = try events(until: 1)
    let service = HeadingService(clock: StandingClock())
    // The clock is 10 s ahead of the first sample, which must not count as late here.
    var contract = SteerContract()
    contract.deadline = 60
    service.promise(contract)
    let received = Received<SolutionUpdate>()
    service.subscribe { received.add($0) }
    var engine = HeadingEngine()
    var expected: [HeadingSolution] = []
    for event in [.simulated(BootTime(seconds: 90), true)] + events {
      service.deliver(event)
      if let solution = engine.process(event) { expected.append(solution) }
    }
    #expect(expected.count > 90)
    #expect(received.all.map(\.solution) == expected)
    #expect(received.all.allSatisfy { $0.solution.isSimulated })
    let latency = try #require(received.all.first?.latency)
    #expect(abs(latency - 10) < 0.1)
  }

  @Test func `concurrent events from many threads are processed one at a time`() async throws {
    let events = try events(until: 1)
    let service = HeadingService(clock: StandingClock())
    let received = Received<BootTime>()
    let other = Received<BootTime>()
    service.subscribe { received.add($0.solution.time) }
    service.subscribe { other.add($0.solution.time) }
    await withTaskGroup(of: Void.self) { group in
      for part in 0..<8 {
        let share = events.enumerated().filter { $0.offset % 8 == part }.map(\.element)
        group.addTask { await ListSource(events: share).run(delivering: service) }
      }
    }
    let times = received.all
    #expect(!times.isEmpty)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(other.all == times)
  }

  @Test func `an ended subscription receives no more updates`() throws {
    let service = HeadingService(clock: StandingClock())
    let received = Received<SolutionUpdate>()
    let token = service.subscribe { received.add($0) }
    service.deliver(.tick(BootTime(seconds: 1)))
    service.unsubscribe(token)
    service.deliver(.tick(BootTime(seconds: 2)))
    #expect(received.all.count == 1)
  }

  @Test func `a new observer receives the recent notices`() {
    let service = HeadingService(clock: StandingClock())
    for number in 0..<100 { service.notice(SensorNotice(.info, nil, "\(number)")) }
    let heard = Received<String>()
    let token = service.observeNotices { heard.add($0.message) }
    #expect(heard.all.last == "99")
    #expect(heard.all.count == 32)
    service.notice(SensorNotice(.error, .gyroscope, "new"))
    service.unsubscribe(token)
    service.notice(SensorNotice(.error, .gyroscope, "newer"))
    #expect(heard.all.last == "new")
  }

  @Test func `a new discovery clears the simulated flag and the state estimated with it`() throws {
    let service = HeadingService(clock: StandingClock(bootTime: BootTime(seconds: 90)))
    let received = Received<SolutionUpdate>()
    service.subscribe { received.add($0) }
    service.use(SensorSetup(name: "hat", isSimulated: true))
    for event in try events(until: 1) { service.deliver(event) }
    #expect(service.report.isSimulated)
    #expect(service.restorableState == nil)
    #expect(received.all.last?.solution.attitude.isMissing == false)
    service.use(SensorSetup(name: "local:", isSimulated: false))
    service.deliver(.tick(BootTime(seconds: 101)))
    #expect(!service.report.isSimulated)
    #expect(received.all.last?.solution.isSimulated == false)
    #expect(received.all.last?.solution.attitude.isMissing == true)
  }

  @Test func `the date of the command line is trusted, but not an unsynchronized clock`() {
    let service = HeadingService(clock: StandingClock())
    let received = Received<SolutionUpdate>()
    service.subscribe { received.add($0) }
    service.configure(settings: EngineSettings(), calibration: nil, date: nil)
    service.deliver(.tick(BootTime(seconds: 101)))
    #expect(received.all.last?.solution.universalTime.reasons == .dateUnknown)
    let date = UniversalTime(year: 2026, month: 3, day: 4)
    service.configure(settings: EngineSettings(), calibration: nil, date: date)
    service.deliver(.tick(BootTime(seconds: 102)))
    let time = received.all.last?.solution.universalTime.value?.secondsSince1970
    #expect(time == date.secondsSince1970 + 2)
  }

  @Test func `the service sends ticks, and cancelling ends the run`() async {
    let service = HeadingService()
    let updates = service.updates()
    let running = Task { await service.run([]) }
    var count = 0
    for await update in updates {
      #expect(update.solution.status == .invalid)
      count += 1
      if count == 2 { break }
    }
    running.cancel()
    await running.value
    #expect(count == 2)
  }
}
