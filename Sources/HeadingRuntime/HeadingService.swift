public import HeadingClock
public import HeadingEngine
public import HeadingSensing
import Synchronization

/// Sources to engine to subscribers: the running service, in the daemon and in every program alike.
///
/// Events may come from any thread. They pass the engine one by one, in the order they arrive; the
/// solution is handed on before the next event is taken, so subscribers see them in order. A
/// subscriber must return at once: it encodes, or puts the update into a queue of its own.
public final class HeadingService: SensorSink {
  private struct State {
    var engine: HeadingEngine
    var subscribers: [UInt64: @Sendable (SolutionUpdate) -> Void] = [:]
    var observers: [UInt64: @Sendable (SensorNotice) -> Void] = [:]
    var nextIdentifier: UInt64 = 0
    var hasGivenDate = false
    var recent: [SensorNotice] = []
    /// The events being processed; empty between two calls, its memory is used again.
    var taken: [SensorEvent] = []
    var isSimulated: Bool
    var activity = SensorActivity()
  }

  private static let keptNotices = 32

  private let state: Mutex<State>
  private let inbox = Mutex<[SensorEvent]>([])
  private let clock: any MachineClock

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - engine: The engine, with its models.
  ///   - clock: The machine's clocks.
  ///   - isSimulated: Whether the sensors are simulated; every update says so.
  public init(
    engine: HeadingEngine = HeadingEngine(), clock: any MachineClock = SystemClock(),
    isSimulated: Bool
  ) {
    state = Mutex(State(engine: engine, isSimulated: isSimulated))
    self.clock = clock
  }

  /// Tells the engine what the user decided.
  ///
  /// - Parameters:
  ///   - settings: Place, pressure reference and the like.
  ///   - calibration: The profile's numbers; `nil` leaves the sensors uncalibrated.
  ///   - date: A date that replaces the system clock's; a receiver's time still replaces it.
  public func configure(
    settings: EngineSettings, calibration: CalibrationParameters?, date: UniversalTime?
  ) {
    let now = clock.bootTime
    deliver(.settings(now, settings))
    deliver(.calibration(now, calibration))
    state.withLock { $0.hasGivenDate = date != nil }
    if let date {
      deliver(.clock(ClockRelation(bootTime: now, universalTime: date, trust: .given)))
    } else {
      deliver(.clock(clock.relation))
    }
  }

  /// Takes over what a look at the sensors found, before its sources run.
  public func use(_ setup: SensorSetup) {
    state.withLock { state in
      state.isSimulated = setup.isSimulated
      state.engine.use(magneticModel: setup.magneticModel, geoid: setup.geoid)
    }
    for notice in setup.notices { self.notice(notice) }
    configure(settings: setup.settings, calibration: setup.calibration, date: setup.date)
  }

  /// What each sensor delivered so far.
  public var activity: SensorActivity { state.withLock { $0.activity } }

  /// Runs the sources until the task is cancelled.
  public func run(_ sources: [any SensorSource]) async {
    await withDiscardingTaskGroup { group in
      for source in sources {
        group.addTask { await source.run(delivering: self) }
      }
      group.addTask { await self.keepTime() }
    }
  }

  /// Ticks ten times a second so that silence shows, and follows the wall clock once in ten.
  private func keepTime() async {
    var count = 0
    while !Task.isCancelled {
      do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
      deliver(.tick(clock.bootTime))
      count += 1
      if count % 100 == 0, !state.withLock({ $0.hasGivenDate }) { deliver(.clock(clock.relation)) }
    }
  }

  /// Takes an event from a source.
  ///
  /// Where two sources deliver at the same moment, one of the threads processes both events and the
  /// other goes on at once: sensors of one rate wake together, and waiting for one another took a
  /// seventh of the program's time.
  public func deliver(_ event: SensorEvent) {
    inbox.withLock { $0.append(event) }
    // Whoever holds the state may have looked into the inbox just before: then nobody holds it now.
    while !inbox.withLock({ $0.isEmpty }) {
      guard state.withLockIfAvailable({ process(&$0) }) != nil else { return }
    }
  }

  /// Processes the events that wait.
  private func process(_ state: inout State) {
    inbox.withLock { swap(&$0, &state.taken) }
    for event in state.taken {
      state.activity.note(event)
      guard let solution = state.engine.process(event) else { continue }
      let update = SolutionUpdate(
        solution: solution, latency: max(0, clock.bootTime.seconds(since: solution.time)),
        isSimulated: state.isSimulated)
      for subscriber in state.subscribers.values { subscriber(update) }
    }
    state.taken.removeAll(keepingCapacity: true)
  }

  /// Takes a message for people from a source.
  public func notice(_ notice: SensorNotice) {
    let observers = state.withLock { state in
      if state.recent.count >= Self.keptNotices { state.recent.removeFirst() }
      state.recent.append(notice)
      return Array(state.observers.values)
    }
    for observer in observers { observer(notice) }
  }

  /// Has every update handed to a function, under the service's lock, until the token is cancelled.
  @discardableResult
  public func subscribe(
    _ subscriber: @escaping @Sendable (SolutionUpdate) -> Void
  ) -> UInt64 {
    state.withLock { state in
      state.nextIdentifier += 1
      state.subscribers[state.nextIdentifier] = subscriber
      return state.nextIdentifier
    }
  }

  /// Ends a subscription.
  public func unsubscribe(_ identifier: UInt64) {
    state.withLock { state in
      state.subscribers[identifier] = nil
      state.observers[identifier] = nil
    }
  }

  /// Has every notice handed to a function, the recent ones first.
  @discardableResult
  public func observeNotices(_ observer: @escaping @Sendable (SensorNotice) -> Void) -> UInt64 {
    let (identifier, recent) = state.withLock { state in
      state.nextIdentifier += 1
      state.observers[state.nextIdentifier] = observer
      return (state.nextIdentifier, state.recent)
    }
    for notice in recent { observer(notice) }
    return identifier
  }

  /// The updates as a sequence; a slow reader finds the newest, older ones are gone.
  public func updates(bufferingNewest count: Int = 1) -> AsyncStream<SolutionUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SolutionUpdate.self, bufferingPolicy: .bufferingNewest(count))
    let identifier = subscribe { continuation.yield($0) }
    continuation.onTermination = { [weak self] _ in self?.unsubscribe(identifier) }
    return stream
  }
}
