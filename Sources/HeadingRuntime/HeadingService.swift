import HeadingCalibration
public import HeadingClock
public import HeadingEngine
import HeadingProtocol
public import HeadingSensing
import Synchronization

/// The running service: passes events from the sources to the engine and solutions to the
/// subscribers.
///
/// Events may come from any thread. The engine processes them one at a time in order of arrival;
/// each solution is delivered before the next event is processed, so subscribers receive them in
/// order. A subscriber must return at once: it encodes the update or queues it.
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
    /// The events being processed; empty between two calls, kept for its memory.
    var taken: [SensorEvent] = []
    var builder = UpdateBuilder()
    var report = ServiceReport()
    var context = EngineContext()
    var continuous: ContinuousCalibration?
    var audit = CourseAudit()
    var lastAudit: BootTime?
    /// Repeats the discovery of the sensors; `nil` if it would find nothing more.
    var rediscover: (@Sendable () throws -> SensorSetup)?
    /// Returns when another search would find another magnetometer.
    var awaitArrival: (@Sendable () async -> Void)?
    /// Returns when the sources have ended for good.
    var awaitEnd: (@Sendable () async -> Void)?
  }

  private static let keptNotices = 32

  private let state: Mutex<State>
  private let inbox = Mutex<[SensorEvent]>([])
  let clock: any MachineClock

  /// Creates a service.
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

  /// Sends the user's settings, the calibration and the date to the engine.
  ///
  /// - Parameters:
  ///   - settings: Settings of the engine, such as position and pressure reference.
  ///   - calibration: Parameters of the profile; `nil` leaves the sensors uncalibrated.
  ///   - date: A date that overrides the system clock's; a receiver's time overrides it.
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

  /// Applies the result of a sensor discovery; to be called before its sources run.
  public func use(_ setup: SensorSetup) {
    withState { state in
      state.engine.use(magneticModel: setup.magneticModel, geoid: setup.geoid)
      state.report.source = setup.name
      state.report.sensor = setup.sensor
      state.report.mounts = setup.mounts
      state.rediscover = setup.rediscover
      state.awaitArrival = setup.arrival
      state.awaitEnd = setup.end
      state.continuous = ContinuousCalibration(
        policy: setup.policy, setup: setup, store: setup.store)
    }
    for notice in setup.notices { self.notice(notice) }
    deliver(.simulated(clock.bootTime, setup.isSimulated))
    configure(settings: setup.settings, calibration: setup.calibration, date: setup.date)
  }

  /// Sets the steer contract.
  public func promise(_ contract: SteerContract) {
    let now = clock.bootTime
    withState { state in
      state.builder.contract = contract
      for recorder in state.recorders.values { recorder(.promise(contract, now)) }
    }
  }

  /// The service's status.
  public var report: ServiceReport {
    let now = clock.bootTime
    return withState { state in
      state.report.time = now
      state.report.courseAudit = state.audit.finding?.description
      return state.report
    }
  }

  /// State from which a later run may start; `nil` if there is none or the sensors are simulated.
  public var restorableState: RestoredState? {
    withState { $0.report.isSimulated ? nil : $0.engine.restorableState }
  }

  /// The steer contract and the events that reproduce the engine's configuration.
  var context: [ServiceStep] {
    let now = clock.bootTime
    return withState { Self.context($0, at: now) }
  }

  /// Passes the context to a function between two steps; it must not call the service.
  func betweenSteps(_ body: ([ServiceStep]) -> Void) {
    let now = clock.bootTime
    withState { body(Self.context($0, at: now)) }
  }

  private static func context(_ state: borrowing State, at now: BootTime) -> [ServiceStep] {
    var events = state.context.events(clock: state.engine.clock)
    if !events.isEmpty, let restorable = state.engine.restorableState {
      events.append(
        .restoredState(state.report.newest?.solution.time ?? state.report.start, restorable))
    }
    return [.promise(state.builder.contract, now)] + events.map { .event($0, published: nil) }
  }

  /// Stores what is wrong with an output, in a sentence; `nil` for nothing.
  package func note(trouble: String?, of output: String) {
    withState { $0.report.outputTroubles[output] = trouble }
  }

  /// Stores the flight recorder's status.
  func note(_ recorder: RecorderReport) { withState { $0.report.recorder = recorder } }

  /// Continuous calibration; `nil` before ``use(_:)``.
  public var continuous: ContinuousCalibration? { withState { $0.continuous } }

  /// Processes an event from a source.
  ///
  /// If two sources deliver at the same moment, one of the threads processes both events and the
  /// other returns at once: sensors of the same rate wake together, and waiting for the lock took a
  /// seventh of the program's time.
  public func deliver(_ event: SensorEvent) {
    inbox.withLock { $0.append(event) }
    drain()
  }

  /// Processes the events of a block of samples; subscribers settle after the last one.
  public func deliver(_ events: [SensorEvent]) {
    inbox.withLock { $0.append(contentsOf: events) }
    drain()
  }

  /// Processes the vehicle's load as of now, in its own unit.
  public func deliver(load: Double) {
    deliver(.load(ScalarSample(time: clock.bootTime, value: load)))
  }

  /// Processes the waiting events on this thread, unless another thread is processing them.
  private func drain() {
    // Threads whose events arrive while this one holds the lock return at once: hence the loop.
    while !inbox.withLock({ $0.isEmpty }) {
      guard state.withLockIfAvailable({ process(&$0) }) != nil else { return }
    }
  }

  /// Accesses the state after the events delivered before, then processes those delivered in the
  /// meantime.
  func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let result = state.withLock { state in
      // Another thread that was to process the caller's events may not have come to them.
      process(&state)
      return body(&state)
    }
    drain()
    return result
  }

  /// Processes the waiting events.
  private func process(_ state: inout State) {
    inbox.withLock { swap(&$0, &state.taken) }
    for event in state.taken {
      state.report.activity.note(event)
      state.context.note(event)
      switch event {
      case .calibration(_, let parameters): state.report.calibration = parameters
      case .simulated(_, let isOn): Self.note(&state, isSimulated: isOn)
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

  /// Stores whether the sensors are simulated; an audit of simulated sensors is not valid for real
  /// ones.
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
    let (last, sample) = (state.builder.newestTime, state.report.activity.newestMotion)
    let update = state.builder.update(of: solution, newestSample: sample, at: now)
    if sample != nil { state.report.latency.note(update.latency) }
    if let last {
      let step = max(now.seconds(since: last), 1e-6)
      let mean = state.report.rate.map { 1 / $0 + (step - 1 / $0) / 32 } ?? step
      state.report.rate = 1 / mean
    }
    // The audit's legs last seconds; a higher rate would only cost time.
    if state.lastAudit.map({ solution.time.seconds(since: $0) >= 1 }) ?? true {
      state.lastAudit = solution.time
      state.audit.add(solution)
    }
    state.report.newest = update
    for subscriber in state.subscribers.values { subscriber.take(update) }
  }

  /// Publishes the last update again, with `steer` at stop, if no update came within the guaranteed
  /// period.
  static func complain(_ state: inout State, at now: BootTime) {
    guard let last = state.builder.newestTime,
      now.seconds(since: last) > state.builder.contract.period,
      state.builder.newest?.steer != .stop, let update = state.builder.repetition(at: now)
    else { return }
    for recorder in state.recorders.values { recorder(.repetition(now)) }
    state.report.newest = update
    for subscriber in state.subscribers.values {
      subscriber.take(update)
      subscriber.settle?()
    }
  }

  /// Passes a source's notice to the observers.
  public func notice(_ notice: SensorNotice) {
    let observers = withState { state in
      if state.recent.count >= Self.keptNotices { state.recent.removeFirst() }
      state.recent.append(notice)
      return Array(state.observers.values)
    }
    for observer in observers { observer(notice) }
  }

  /// Passes every update to a function, under the service's lock, until ``unsubscribe(_:)``.
  ///
  /// - Parameters:
  ///   - subscriber: Receives an update.
  ///   - settled: Called when no further update follows at once, so that the updates of a block of
  ///     samples can be sent together.
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

  /// Passes every event to a function before the engine processes it, under the service's lock.
  @discardableResult
  public func listen(_ listener: @escaping @Sendable (SensorEvent) -> Void) -> UInt64 {
    withState { state in
      state.nextIdentifier += 1
      state.listeners[state.nextIdentifier] = listener
      return state.nextIdentifier
    }
  }

  /// Passes every step to a function in order, under the service's lock, starting with the steer
  /// contract.
  func record(_ recorder: @escaping @Sendable (ServiceStep) -> Void) -> UInt64 {
    let now = clock.bootTime
    return withState { state in
      state.nextIdentifier += 1
      state.recorders[state.nextIdentifier] = recorder
      recorder(.promise(state.builder.contract, now))
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

  /// Passes every notice to a function, starting with the recent ones.
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

  /// The updates as a sequence; a slow reader gets the newest, older ones are dropped.
  public func updates(bufferingNewest count: Int = 1) -> AsyncStream<SolutionUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SolutionUpdate.self, bufferingPolicy: .bufferingNewest(count))
    let identifier = subscribe { continuation.yield($0) }
    continuation.onTermination = { [weak self] _ in self?.unsubscribe(identifier) }
    return stream
  }
}
