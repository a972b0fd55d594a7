public import HeadingGeometry
public import HeadingSensing
import RealModule

/// Position, velocity, altitude and heading from inertial sensors, barometer, magnetic field and
/// GNSS fixes.
///
/// A synchronous value type without a clock; it allocates only during initialization. Two filters
/// share one model: one is at the newest fix's time of validity, the other at the present. A late
/// fix is processed at its time of validity, and the steps since are repeated.
public struct Navigator: ~Copyable, Sendable {
  /// Configuration of device and vehicle.
  public struct Configuration: Sendable, Hashable {
    /// Motion constraint of the vehicle.
    public var motion = MotionConstraint.unknown

    /// Lever arm from the inertial sensors to the antenna, m, body frame.
    public var leverArm = Vector3.zero

    /// Latency of fixes: time stamp minus time of validity, s.
    public var fixLatency = 0.0

    /// Horizontal accuracy, 68 %, m, beyond which a position is useless.
    public var positionLimit = 50.0

    /// Pressure altitude of the QNH, m; `nil` without a QNH.
    public var settingAltitude: Double?

    /// Makes the default configuration.
    public init() {}
  }

  /// Minimum duration of a step, s.
  static let stepLength = 0.02

  /// Maximum interval between fixes that is not an outage, s; time over which the dead-reckoning
  /// factor fades in.
  private static let longestPause = 3.0

  /// Time for which a restart is reported, s.
  private static let resetReportTime = 10.0

  /// Duration of steps without inertial sensors, s.
  static let unaidedStepLength = 0.1

  /// Number of steps in the history: fixes may be 1.3 s late.
  private static let historyLength = 64

  let parameters: NavigationParameters
  private(set) var configuration = Configuration()

  /// Filter at the newest fix's time of validity, or at the start of the history.
  private(set) var base: NavigationFilter

  /// Filter at the present.
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
  var waterLog = WaterLog()
  private var restarted: BootTime?
  private var reportedFaults: Reasons = []
  private var reportTime: BootTime?
  private let inPlace = InPlace()

  /// Makes a navigator in the initial state.
  public init(parameters: NavigationParameters = NavigationParameters()) {
    self.parameters = parameters
    base = NavigationFilter(parameters: parameters)
    head = base
  }

  /// Applies a configuration.
  public mutating func configure(_ new: Configuration) {
    let isSettingNew = new.settingAltitude != configuration.settingAltitude
    configuration = new
    base.configure(new, isSettingNew: isSettingNew)
    head.configure(new, isSettingNew: isSettingNew)
  }

  /// Handles a new magnetometer calibration.
  public mutating func recalibrateField() {
    base.recalibrateField()
    head.recalibrateField()
  }

  /// Handles a new calibration of gyroscope or accelerometer.
  ///
  /// Fixes that were valid before it are refused as late.
  ///
  /// - Parameters:
  ///   - change: Change of the calibrated rates, rad/s, body.
  ///   - isForceNew: Whether the accelerometer calibration has changed.
  public mutating func recalibrateInertial(addingToRates change: Vector3, isForceNew: Bool) {
    head.recalibrateInertial(addingToRates: change, isForceNew: isForceNew)
    base.assign(head)
    history.removeAll()
  }

  /// Processes an angular rate, rad/s, body; returns true if ``completeStep(_:)`` is due.
  public mutating func take(angularRate sample: VectorSample) -> Bool {
    if !sums.add(rate: sample.value, at: sample.time) { hasGap = true }
    return hasGap || sums.interval >= Self.stepLength - 1e-6
  }

  /// Processes a specific force, m/s², body.
  public mutating func take(acceleration sample: VectorSample) {
    if !sums.add(force: sample.value, at: sample.time) { hasGap = true }
  }

  /// Processes a pressure altitude, m.
  public mutating func take(pressureAltitude: Double) {
    pressureSum += pressureAltitude
    pressureCount += 1
  }

  /// Processes a true heading of the forward axis that is independent of the other sensors.
  public mutating func take(trueHeading: Heading<TrueNorth>, deviation: Angle) {
    guard trueHeading.degrees.isFinite, deviation.radians > 0 else { return }
    heading = NavigationStep.Heading(
      value: trueHeading.angle.radians, deviation: deviation.radians)
  }

  /// Handles the end of a false stationary period: the device was turning slowly, not at rest.
  ///
  /// The event is part of the next step only.
  public mutating func endFalseStationaryPeriod() { endsFalseStationaryPeriod = true }

  /// Processes a fix.
  public mutating func take(_ fix: Fix) {
    let speed = head.state.velocity.length
    // A slower device does not prove a frozen receiver right. A contradicted speed of the filter is
    // not used if the receiver reports one.
    let least = screen.isRepeating ? 0.3 : 1
    let isMoving =
      head.mode == .aligned && !(monitor.isContradicted && fix.speed != nil)
      && speed > least + 3 * head.velocityDeviation
    let result = screen.admit(
      fix, latency: configuration.fixLatency, speed: isMoving ? speed : 0, parameters: parameters)
    if !result.reasons.isEmpty { report(result.reasons, at: fix.time) }
    guard let measurement = result.measurement else { return }
    if head.time == nil {
      head.time = measurement.time
      base.time = measurement.time
    }
    pending = measurement
    if !sums.isLive(at: measurement.time) { advance(to: measurement.time) }
    applyPending()
  }

  /// Advances the time; makes steps without inertial sensors while these are silent.
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

  /// Completes the step with the attitude and field data at its end.
  public mutating func completeStep(_ context: NavigationContext) {
    guard let end = sums.time else { return }
    var step = NavigationStep()
    step.interval = head.time.map { end.seconds(since: $0) } ?? sums.interval
    let (velocityIncrement, covered) = sums.completed
    if !hasGap, covered > 0 {
      step.interval = sums.interval
      step.turn = sums.rotation.rotationVector
      // If the forces start within the step, their mean counts for all of it.
      step.velocityIncrement = velocityIncrement * (sums.interval / covered)
      step.rateNoise = sums.rateNoise
      step.isInertial = true
    }
    hasGap = false
    sums.begin()
    guard step.interval > 0 else { return }
    append(step, context: context, end: end)
    applyPending()
  }

  /// The solution at a moment.
  public func estimate(at moment: BootTime) -> NavigationEstimate {
    var result = head.estimate(at: moment, with: sums)
    if let reportTime, moment.seconds(since: reportTime) < 3 {
      result.reasons.formUnion(reportedFaults)
    }
    if let age = result.fixAge {
      // Dead reckoning's bound is scaled by its measured error.
      let share = min(max(age - 1, 0) / Self.longestPause, 1)
      let factor = 1 + (coastingCheck.factor - 1) * share
      result.horizontalAccuracy *= factor
      result.velocityDeviation *= factor
    }
    if waterLog.isPresent { waterLog.refine(&result) }
    result.horizontalAccuracy = .hypot(result.horizontalAccuracy, monitor.disputedDistance)
    if let restarted, moment.seconds(since: restarted) < Self.resetReportTime {
      result.reasons.insert(.navigationReset)
    }
    if monitor.isContradicted { result.reasons.insert(.fixJump) }
    if base.positionMonitor.ratio > 6 { result.reasons.insert(.fixAccuracyImplausible) }
    return result
  }
}

extension Navigator {
  private mutating func report(_ reasons: Reasons, at time: BootTime) {
    let isFresh = reportTime.map { time.seconds(since: $0) < 3 } ?? false
    reportedFaults = isFresh ? reportedFaults.union(reasons) : reasons
    reportTime = time
  }

  /// Appends a step to the history and propagates the present filter.
  private mutating func append(
    _ new: NavigationStep, context: NavigationContext, end: BootTime
  ) {
    var step = new
    step.up = context.up
    step.upDeviation = context.upDeviation
    step.gyroscopeBias = context.gyroscopeBias
    step.gyroscopeBiasDeviation = context.gyroscopeBiasDeviation
    step.isStationary = context.isStationary && step.isInertial
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
      // Earth-fixed vectors rotate against the body.
      let turn = Quaternion(rotationVector: rate * -context.fieldAge)
      step.field = NavigationStep.Field(
        direction: turn * field, iron: context.fieldIron, declination: declination.radians,
        deviation: context.fieldDeviation)
    }
    step.heading = heading
    heading = nil
    guard head.mode != .vertical else {
      // Without fixes there is nothing to repeat.
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
    if waterLog.isPresent {
      waterLog.advance(head, isContradicted: monitor.isContradicted)
    }
    if !head.isPlausible { restart(at: end) }
  }

  /// Resets the filter, including its estimated sensor errors; it starts again with the next fix.
  private mutating func restart(at moment: BootTime) {
    var fresh = NavigationFilter(parameters: parameters)
    fresh.configure(configuration, isSettingNew: true)
    fresh.time = base.time
    base = fresh
    fresh.time = head.time
    head = fresh
    monitor = NavigationMonitor()
    coastingCheck.interrupt()
    waterLog.interrupt()
    history.removeAll()
    restarted = moment
  }

  /// Processes the pending fix once the steps have reached its time of validity.
  private mutating func applyPending() {
    guard let fix = pending, let present = head.time,
      present.seconds(since: fix.time) >= -1e-6
    else { return }
    pending = nil
    if head.mode == .vertical { base.assign(head) }
    if let time = base.time, base.mode != .vertical,
      fix.time.seconds(since: time) < -2 * Self.stepLength
    {
      // Older than the history or than a processed fix.
      report(.fixTimeImplausible, at: present)
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
    let agrees = process(fix, at: present)
    head.assign(base)
    for index in 0..<history.count {
      let entry = history[index]
      head.advance(entry.step, to: entry.end)
    }
    if agrees { coastingCheck.note(head) }
  }
}

extension Navigator {
  /// Processes a fix at its time of validity and replaces what the monitor finds to be wrong.
  ///
  /// - Returns: Whether the fix agrees with the filter.
  private mutating func process(_ fix: borrowing FixMeasurement, at present: BootTime) -> Bool {
    let isWhole = monitor.excludesFixes(at: fix.time, duration: parameters.recoveryTime)
    let contradictions = base.apply(fix, asWhole: isWhole)
    if !contradictions.isEmpty { report(.fixJump, at: present) }
    switch monitor.note(fix, contradictions, filter: base) {
    case .nothing: break
    case .position: base.inflatePosition(fix)
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
