import HeadingCalibration
public import HeadingClock
public import HeadingEngine
import HeadingProtocol
public import HeadingSensing
import Synchronization

/// Sources to engine to subscribers: the running service, in the daemon and in every program alike.
///
/// Events may come from any thread. They pass the engine one by one, in the order they arrive; the
/// solution is handed on before the next event is taken, so subscribers see them in order. A
/// subscriber must return at once: it encodes, or puts the update into a queue of its own.
public final class HeadingService: SensorSink {
  struct Subscriber {
    var take: @Sendable (SolutionUpdate) -> Void
    var settle: (@Sendable () -> Void)?
  }

  struct State: ~Copyable {
    var engine: HeadingEngine
    var subscribers: [UInt64: Subscriber] = [:]
    var observers: [UInt64: @Sendable (SensorNotice) -> Void] = [:]
    var listeners: [UInt64: @Sendable (SensorEvent) -> Void] = [:]
    var recorders: [UInt64: @Sendable (ServiceStep) -> Void] = [:]
    var nextIdentifier: UInt64 = 0
    var hasGivenDate = false
    var recent: [SensorNotice] = []
    /// The events being processed; empty between two calls, its memory is used again.
    var taken: [SensorEvent] = []
    var maker = UpdateMaker()
    var report = ServiceReport()
    var context = EngineContext()
    var continuous: ContinuousCalibration?
    var audit = CourseAudit()
    var lastAudit: BootTime?
    /// Finds the sensors anew; `nil` once the magnetometer is known.
    var lookAgain: (@Sendable () throws -> SensorSetup)?
    /// Ends when a magnetometer delivers that was not found before.
    var arrival: AsyncStream<Void>.Continuation?
  }

  private static let keptNotices = 32

  private let state: Mutex<State>
  private let inbox = Mutex<[SensorEvent]>([])
  let clock: any MachineClock

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - engine: The engine, with its models.
  ///   - clock: The machine's clocks.
  public init(
    engine: consuming HeadingEngine = HeadingEngine(), clock: any MachineClock = SystemClock()
  ) {
    var first = State(engine: engine)
    first.report.start = clock.bootTime
    state = Mutex(first)
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
    withState { $0.hasGivenDate = date != nil }
    if let date {
      deliver(.clock(ClockRelation(bootTime: now, universalTime: date, trust: .given)))
    } else {
      deliver(.clock(clock.relation))
    }
  }

  /// Takes over what a look at the sensors found, before its sources run.
  public func use(_ setup: SensorSetup) {
    withState { state in
      state.engine.use(magneticModel: setup.magneticModel, geoid: setup.geoid)
      state.report.source = setup.name
      state.report.sensor = setup.sensor
      state.report.mount = setup.mount
      state.lookAgain = setup.lookAgain
      state.continuous = ContinuousCalibration(
        policy: setup.policy, setup: setup, store: setup.store)
    }
    for notice in setup.notices { self.notice(notice) }
    deliver(.simulated(clock.bootTime, setup.isSimulated))
    configure(settings: setup.settings, calibration: setup.calibration, date: setup.date)
  }

  /// Promises this to robots from now on.
  public func promise(_ contract: RobotContract) {
    let now = clock.bootTime
    withState { state in
      state.maker.contract = contract
      for recorder in state.recorders.values { recorder(.promise(contract, now)) }
    }
  }

  /// How the service does.
  public var report: ServiceReport {
    let now = clock.bootTime
    return withState { state in
      state.report.time = now
      state.report.courseAudit = state.audit.finding?.description
      return state.report
    }
  }

  /// What a later run may start from; `nil` while nothing is known, and of simulated sensors.
  public var restorableState: RestoredState? {
    withState { $0.report.isSimulated ? nil : $0.engine.restorableState }
  }

  /// What is promised, and what configured the engine, as events that would do it again.
  var context: [ServiceStep] {
    let now = clock.bootTime
    return withState { Self.context($0, at: now) }
  }

  /// Hands the context to a function while no step is taken; it must not call the service.
  func betweenSteps(_ body: ([ServiceStep]) -> Void) {
    let now = clock.bootTime
    withState { body(Self.context($0, at: now)) }
  }

  private static func context(_ state: borrowing State, at now: BootTime) -> [ServiceStep] {
    var events = state.context.events
    if !events.isEmpty, let known = state.engine.restorableState {
      events.append(
        .restoredState(state.report.newest?.solution.time ?? state.report.start, known))
    }
    return [.promise(state.maker.contract, now)] + events.map { .event($0, published: nil) }
  }

  /// Takes what the flight recorder says of itself.
  func note(_ recorder: RecorderReport) { withState { $0.report.recorder = recorder } }

  /// What looks for a better calibration meanwhile; `nil` before ``use(_:)``.
  public var continuous: ContinuousCalibration? { withState { $0.continuous } }

  /// Takes an event from a source.
  ///
  /// Where two sources deliver at the same moment, one of the threads processes both events and the
  /// other goes on at once: sensors of one rate wake together, and waiting for one another took a
  /// seventh of the program's time.
  public func deliver(_ event: SensorEvent) {
    inbox.withLock { $0.append(event) }
    drain()
  }

  /// Takes the events of a block of samples; subscribers are told when all of them are processed.
  public func deliver(_ events: [SensorEvent]) {
    inbox.withLock { $0.append(contentsOf: events) }
    drain()
  }

  /// Takes the vehicle's load as of now, in its own unit.
  public func deliver(load: Double) {
    deliver(.load(ScalarSample(time: clock.bootTime, value: load)))
  }

  /// Has the events that wait processed, by this thread or the one that is at it.
  private func drain() {
    // Whoever holds the state may have looked into the inbox just before: then nobody holds it now.
    while !inbox.withLock({ $0.isEmpty }) {
      guard state.withLockIfAvailable({ process(&$0) }) != nil else { return }
    }
  }

  /// Uses the state, and processes what was delivered meanwhile.
  func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let result = state.withLock { body(&$0) }
    drain()
    return result
  }

  /// Processes the events that wait.
  private func process(_ state: inout State) {
    inbox.withLock { swap(&$0, &state.taken) }
    for event in state.taken {
      state.report.activity.note(event)
      state.context.note(event)
      switch event {
      case .calibration(_, let parameters): state.report.calibration = parameters
      case .simulated(_, let isOn): Self.note(&state, isSimulated: isOn)
      case .magneticField where state.arrival != nil:
        state.arrival?.yield()
        state.arrival = nil
      default: break
      }
      for listener in state.listeners.values { listener(event) }
      let solution = state.engine.process(event)
      let published = solution.map { _ in clock.bootTime }
      for recorder in state.recorders.values { recorder(.event(event, published: published)) }
      if let solution, let published { Self.publish(solution, &state, at: published) }
    }
    guard !state.taken.isEmpty else { return }
    state.taken.removeAll(keepingCapacity: true)
    for subscriber in state.subscribers.values { subscriber.settle?() }
  }

  /// Takes note of what the sensors are; what was compared of simulated ones says nothing of real ones.
  private static func note(_ state: inout State, isSimulated: Bool) {
    if state.report.isSimulated, !isSimulated {
      state.audit = CourseAudit()
      state.lastAudit = nil
    }
    state.report.isSimulated = isSimulated
  }

  private static func publish(
    _ solution: HeadingSolution, _ state: inout State, at now: BootTime
  ) {
    let (last, sample) = (state.maker.newestTime, state.report.activity.newestMotion)
    let update = state.maker.update(of: solution, newestSample: sample, at: now)
    if sample != nil { state.report.latency.note(update.latency) }
    if let last {
      let step = max(now.seconds(since: last), 1e-6)
      let mean = state.report.rate.map { 1 / $0 + (step - 1 / $0) / 32 } ?? step
      state.report.rate = 1 / mean
    }
    // Legs are made of seconds; more would only cost.
    if state.lastAudit.map({ solution.time.seconds(since: $0) >= 1 }) ?? true {
      state.lastAudit = solution.time
      state.audit.add(solution)
    }
    state.report.newest = update
    for subscriber in state.subscribers.values { subscriber.take(update) }
  }

  /// Says it when no update came within the guaranteed period: the last one again, as one not to steer by.
  static func complain(_ state: inout State, at now: BootTime) {
    guard let last = state.maker.newestTime,
      now.seconds(since: last) > state.maker.contract.period,
      state.maker.newest?.steer != .stop, let update = state.maker.repetition(at: now)
    else { return }
    for recorder in state.recorders.values { recorder(.repetition(now)) }
    state.report.newest = update
    for subscriber in state.subscribers.values {
      subscriber.take(update)
      subscriber.settle?()
    }
  }

  /// Takes a message for people from a source.
  public func notice(_ notice: SensorNotice) {
    let observers = withState { state in
      if state.recent.count >= Self.keptNotices { state.recent.removeFirst() }
      state.recent.append(notice)
      return Array(state.observers.values)
    }
    for observer in observers { observer(notice) }
  }

  /// Has every update handed to a function, under the service's lock, until the token is cancelled.
  ///
  /// - Parameters:
  ///   - subscriber: Takes an update.
  ///   - settled: Called when no further update follows at once, so that several go out together: a block
  ///     of samples that was read at once gives one update each.
  /// - Returns: The token for ``unsubscribe(_:)``.
  @discardableResult
  public func subscribe(
    _ subscriber: @escaping @Sendable (SolutionUpdate) -> Void,
    settled: (@Sendable () -> Void)? = nil
  ) -> UInt64 {
    withState { state in
      state.nextIdentifier += 1
      state.subscribers[state.nextIdentifier] = Subscriber(take: subscriber, settle: settled)
      return state.nextIdentifier
    }
  }

  /// Has every event handed to a function before the engine takes it, under the service's lock.
  @discardableResult
  public func listen(_ listener: @escaping @Sendable (SensorEvent) -> Void) -> UInt64 {
    withState { state in
      state.nextIdentifier += 1
      state.listeners[state.nextIdentifier] = listener
      return state.nextIdentifier
    }
  }

  /// Has every step handed to a function under the service's lock, in order, what is promised now first.
  func record(_ recorder: @escaping @Sendable (ServiceStep) -> Void) -> UInt64 {
    let now = clock.bootTime
    return withState { state in
      state.nextIdentifier += 1
      state.recorders[state.nextIdentifier] = recorder
      recorder(.promise(state.maker.contract, now))
      return state.nextIdentifier
    }
  }

  /// Ends a subscription.
  public func unsubscribe(_ identifier: UInt64) {
    withState { state in
      state.subscribers[identifier] = nil
      state.observers[identifier] = nil
      state.listeners[identifier] = nil
      state.recorders[identifier] = nil
    }
  }

  /// Has every notice handed to a function, the recent ones first.
  @discardableResult
  public func observeNotices(_ observer: @escaping @Sendable (SensorNotice) -> Void) -> UInt64 {
    let (identifier, recent) = withState { state in
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
