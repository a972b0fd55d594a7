public import HeadingGeometry
public import HeadingSensing
import RealModule

/// Position, velocity, altitude and heading from inertial sensors, barometer, field and fixes.
///
/// A synchronous value type without a clock; nothing is allocated after it is made. Two filters with one
/// model: one stands at the newest fix's time of validity, the other at the present. A fix that
/// arrives late is taken in where it belongs, and the steps since are gone through again.
public struct Navigator: Sendable {
  /// What the user has said about device and vehicle.
  public struct Configuration: Sendable, Hashable {
    /// How the vehicle moves.
    public var motion = MotionConstraint.unknown

    /// The antenna as seen from the inertial sensors, m, body frame.
    public var leverArm = Vector3.zero

    /// How long before its time stamp a fix was valid, s.
    public var fixLatency = 0.0

    /// The horizontal accuracy, 68 %, m, beyond which a position is of no use to the user.
    public var positionLimit = 50.0

    /// Pressure altitude of the QNH, m; `nil` if none is set.
    public var settingAltitude: Double?

    /// Makes the configuration of which nothing was said.
    public init() {}
  }

  /// A step is at least this long, s.
  static let stepLength = 0.02

  /// Longest time between two fixes that is no gap, s; the scale of dead reckoning's bound fades in over it.
  private static let longestPause = 3.0

  /// For so long after a restart it is named, s.
  private static let probation = 10.0

  /// Without inertial sensors steps are this long, s.
  static let unaidedStepLength = 0.1

  /// Steps kept: fixes may be late by 64 of them, 1.3 s.
  private static let historyLength = 64

  let parameters: NavigationParameters
  private(set) var configuration = Configuration()

  /// The filter at the newest fix's time of validity, or at the end of what the history still holds.
  private(set) var base: NavigationFilter

  /// The filter at the present.
  var head: NavigationFilter

  private var history = StepHistory(capacity: Self.historyLength)
  private var sums = InertialAccumulator()
  private var pressureSum = 0.0
  private var pressureCount = 0
  private var heading: NavigationStep.Heading?
  private var endsFalseStationaryPeriod = false
  private var screen = FixScreen()
  private var pending: FixMeasurement?
  private var hasGap = false
  private var monitor = NavigationMonitor()
  private(set) var coastingCheck = CoastingCheck()
  private var restarted: BootTime?
  private var complaints: Reasons = []
  private var complaintTime: BootTime?

  /// Makes a navigator that knows nothing yet.
  public init(parameters: NavigationParameters = NavigationParameters()) {
    self.parameters = parameters
    base = NavigationFilter(parameters: parameters)
    head = base
  }

  /// Sets what the user has said.
  public mutating func configure(_ new: Configuration) {
    let isSettingNew = new.settingAltitude != configuration.settingAltitude
    configuration = new
    base.configure(new, isSettingNew: isSettingNew)
    head.configure(new, isSettingNew: isSettingNew)
  }

  /// Says that fields are calibrated otherwise from now on.
  public mutating func recalibrateField() {
    base.recalibrateField()
    head.recalibrateField()
  }

  /// Says that rates and specific forces are calibrated otherwise from now on.
  ///
  /// Fixes that were valid before come too late.
  ///
  /// - Parameters:
  ///   - change: What is added to rates, rad/s, body.
  ///   - isForceNew: Whether the forces are calibrated otherwise.
  public mutating func recalibrateInertial(addingToRates change: Vector3, isForceNew: Bool) {
    head.recalibrateInertial(addingToRates: change, isForceNew: isForceNew)
    base = head
    history.removeAll()
  }

  /// Takes an angular rate, rad/s, body; true if a step is complete and ``completeStep(_:)`` is due.
  public mutating func take(angularRate sample: VectorSample) -> Bool {
    if !sums.add(rate: sample.value, at: sample.time) { hasGap = true }
    return hasGap || sums.interval >= Self.stepLength - 1e-6
  }

  /// Takes a specific force, m/s², body.
  public mutating func take(acceleration sample: VectorSample) {
    if !sums.add(force: sample.value, at: sample.time) { hasGap = true }
  }

  /// Takes a pressure altitude, m.
  public mutating func take(pressureAltitude: Double) {
    pressureSum += pressureAltitude
    pressureCount += 1
  }

  /// Takes a heading of the forward axis from true north that no other sensor had a part in.
  public mutating func take(trueHeading: Heading<TrueNorth>, deviation: Angle) {
    guard trueHeading.degrees.isFinite, deviation.radians > 0 else { return }
    heading = NavigationStep.Heading(
      value: trueHeading.angle.radians, deviation: deviation.radians)
  }

  /// Takes the event that a false stationary period has ended: what was taken for rest was a slow turn.
  ///
  /// It belongs to the next step, whatever that is made of, and to no other.
  public mutating func endFalseStationaryPeriod() { endsFalseStationaryPeriod = true }

  /// Takes a fix.
  public mutating func take(_ fix: Fix) {
    let speed = head.state.velocity.length
    // A receiver that hangs does not come back because the device slows down. A speed of the filter that is contradicted
    // says nothing where the receiver has one.
    let least = screen.isRepeating ? 0.3 : 1
    let isMoving =
      head.mode == .aligned && !(monitor.isContradicted && fix.speed != nil)
      && speed > least + 3 * head.velocityDeviation
    let result = screen.admit(
      fix, latency: configuration.fixLatency, speed: isMoving ? speed : 0, parameters: parameters)
    if !result.reasons.isEmpty { complain(result.reasons, at: fix.time) }
    guard let measurement = result.measurement else { return }
    if head.time == nil {
      head.time = measurement.time
      base.time = measurement.time
    }
    pending = measurement
    if !sums.isLive(at: measurement.time) { advance(to: measurement.time) }
    applyPending()
  }

  /// Says that time has passed; steps without inertial sensors are made where those are silent.
  public mutating func advance(to moment: BootTime, context: NavigationContext = .init()) {
    guard !sums.isLive(at: moment) else { return }
    guard let time = head.time else {
      if pressureCount > 0 { append(NavigationStep(), context: context, end: moment) }
      return
    }
    let elapsed = moment.seconds(since: time)
    guard elapsed >= Self.unaidedStepLength || (pending != nil && elapsed > 0) else { return }
    var step = NavigationStep()
    step.interval = min(elapsed, 60)
    append(step, context: context, end: moment)
    sums.begin()
    applyPending()
  }

  /// Ends the step: what the orientation knows at its end comes with it.
  public mutating func completeStep(_ context: NavigationContext) {
    guard let end = sums.time else { return }
    var step = NavigationStep()
    step.interval = head.time.map { end.seconds(since: $0) } ?? sums.interval
    let (push, covered) = sums.completed
    if !hasGap, covered > 0 {
      step.interval = sums.interval
      step.turn = sums.rotation.rotationVector
      // Where forces have begun in the middle of the step, the mean force counts for it.
      step.push = push * (sums.interval / covered)
      step.turnNoise = sums.turnNoise
      step.isInertial = true
    }
    hasGap = false
    sums.begin()
    guard step.interval > 0 else { return }
    append(step, context: context, end: end)
    applyPending()
  }

  /// What is known at a moment.
  ///
  /// Mutating, like what else asks of the filters: a read of the whole struct would copy them.
  public mutating func estimate(at moment: BootTime) -> NavigationEstimate {
    var result = head.estimate(at: moment, with: sums)
    if let complaintTime, moment.seconds(since: complaintTime) < 3 {
      result.reasons.formUnion(complaints)
    }
    if let age = result.fixAge {
      // Dead reckoning's bound is scaled by its measured error.
      let share = min(max(age - 1, 0) / Self.longestPause, 1)
      let factor = 1 + (coastingCheck.factor - 1) * share
      result.horizontalAccuracy *= factor
      result.velocityDeviation *= factor
    }
    result.horizontalAccuracy = .hypot(result.horizontalAccuracy, monitor.dispute)
    if let restarted, moment.seconds(since: restarted) < Self.probation {
      result.reasons.insert(.navigationReset)
    }
    if monitor.isContradicted { result.reasons.insert(.fixJump) }
    if base.positionMonitor.ratio > 6 { result.reasons.insert(.fixAccuracyImplausible) }
    return result
  }
}

extension Navigator {
  private mutating func complain(_ reasons: Reasons, at time: BootTime) {
    let isFresh = complaintTime.map { time.seconds(since: $0) < 3 } ?? false
    complaints = isFresh ? complaints.union(reasons) : reasons
    complaintTime = time
  }

  /// Adds a step to the history and carries the present over it.
  private mutating func append(
    _ new: NavigationStep, context: NavigationContext, end: BootTime
  ) {
    var step = new
    step.up = context.up
    step.upDeviation = context.upDeviation
    step.gyroscopeBias = context.gyroscopeBias
    step.gyroscopeBiasDeviation = context.gyroscopeBiasDeviation
    step.isCalm = context.isCalm && step.isInertial
    step.endsFalseStationaryPeriod = endsFalseStationaryPeriod
    endsFalseStationaryPeriod = false
    if pressureCount > 0 {
      step.pressureAltitude = pressureSum / Double(pressureCount)
      step.pressureCount = pressureCount
      pressureSum = 0
      pressureCount = 0
    }
    if let field = context.field, let declination = context.declination, step.isInertial {
      let rate = step.turn / step.interval - context.gyroscopeBias
      // What is fixed on Earth turns against the body.
      let turn = Quaternion(rotationVector: rate * -context.fieldAge)
      step.field = NavigationStep.Field(
        direction: turn * field, iron: context.fieldIron, declination: declination.radians,
        deviation: context.fieldDeviation)
    }
    step.heading = heading
    heading = nil
    guard head.mode != .vertical else {
      // Nothing will have to be gone through again.
      head.advance(step, to: end)
      if !head.isPlausible { restart(at: end) }
      return
    }
    if history.isFull {
      let oldest = history.removeFirst()
      base.advance(oldest.step, to: oldest.end)
    }
    history.append(StepHistory.Entry(step: step, end: end))
    head.advance(step, to: end)
    coastingCheck.advance(step, to: end)
    if !head.isPlausible { restart(at: end) }
  }

  /// Resets the filter to its initial state, to start at the next fix; its learnt states are not trusted any more.
  private mutating func restart(at moment: BootTime) {
    var fresh = NavigationFilter(parameters: parameters)
    fresh.configure(configuration, isSettingNew: true)
    fresh.time = base.time
    base = fresh
    fresh.time = head.time
    head = fresh
    monitor = NavigationMonitor()
    coastingCheck.interrupt()
    history.removeAll()
    restarted = moment
  }

  /// Takes a fix in once the steps have reached its time of validity.
  private mutating func applyPending() {
    guard let fix = pending, let present = head.time,
      present.seconds(since: fix.time) >= -1e-6
    else { return }
    pending = nil
    if head.mode == .vertical { base = head }
    if let time = base.time, base.mode != .vertical,
      fix.time.seconds(since: time) < -2 * Self.stepLength
    {
      // Older than the history, or than a fix already used.
      complain(.fixTimeImplausible, at: present)
      return
    }
    while history.count > 0 {
      let next = history[0]
      guard next.end.seconds(since: fix.time) <= next.step.interval / 2 else { break }
      _ = history.removeFirst()
      base.advance(next.step, to: next.end)
    }
    if let last = base.lastFix, fix.time.seconds(since: last) > Self.longestPause {
      coastingCheck.interrupt()
    }
    let agrees = takeIn(fix, at: present)
    head = base
    for index in 0..<history.count {
      let entry = history[index]
      head.advance(entry.step, to: entry.end)
    }
    if agrees { coastingCheck.note(&head) }
  }
}

extension Navigator {
  /// Takes a fix into the filter at its time of validity, and replaces what the fixes have shown to be wrong.
  ///
  /// - Returns: Whether the fix agrees with the filter.
  private mutating func takeIn(_ fix: borrowing FixMeasurement, at present: BootTime) -> Bool {
    let isWhole = monitor.excludesFixes(at: fix.time, patience: parameters.recoveryTime)
    let contradictions = base.apply(fix, asWhole: isWhole)
    if !contradictions.isEmpty { complain(.fixJump, at: present) }
    switch monitor.note(fix, contradictions, filter: &base) {
    case .nothing: break
    case .place: base.inflatePlace(fix)
    case .altitude: base.inflateAltitude(fix)
    case .velocity: base.replaceVelocity(fix)
    case .filter:
      let steps = history
      restart(at: present)
      history = steps
      _ = base.apply(fix, asWhole: false)
    }
    return contradictions.isEmpty
  }
}
