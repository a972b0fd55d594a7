import HeadingGeometry
package import HeadingSensing

/// Single-sensor checks: presence, delivery, plausibility and repetition of the readings.
///
/// The readings are uncalibrated, because saturation and stuck registers occur in these.
package struct SensorHealth: Sendable {
  private let limits: SensorLimits

  /// Number of samples refused because a component is not finite, beyond the limits, or too far
  /// from the previous one.
  private(set) var invalidCount: UInt64 = 0

  /// Number of samples refused because they are duplicate or late.
  private(set) var lateCount: UInt64 = 0

  /// Number of late readings since the last one in order.
  private(set) var lateRun: UInt64 = 0

  /// Time that passed unmeasured before the last accepted reading, s: a clock that stepped back makes
  /// readings late until it has caught up, and their own times show how long that took.
  private(set) var unmeasured = 0.0

  /// The same of the late readings since the last accepted one, and the time of the newest of them.
  private var lateSpan = 0.0
  private var newestLate: BootTime?

  /// The last accepted reading.
  package private(set) var last: VectorSample?

  /// Time of the first accepted reading.
  private(set) var firstTime: BootTime?

  /// Repetition of the whole reading.
  private(set) var repetition = Repetition()

  /// Repetition per axis.
  private(set) var axes = InlineArray<3, Repetition>(repeating: Repetition())

  /// Saturation detection.
  private(set) var saturation: SaturationDetector

  /// Whether the readings repeat for longer than a measurement: as a whole, or on one axis while
  /// others change.
  private var isStuck = false

  private var lastInvalid: BootTime?
  private var lastSaturated: BootTime?
  /// State reported by the source; `nil` before any report or sample.
  private var state: SensorStatus.State?
  /// Mean interval between samples, s.
  private var spacing = 0.01

  /// Smallest interval, s: closer samples are duplicates or have wrong time stamps, since no sensor
  /// is faster than 20 kHz, and rates of change divide by the interval.
  static let shortestInterval = 5e-5

  /// Longest burst of transmission errors, s.
  private static let longestBurst = 0.05

  /// Silence after which a sensor is stale, s; slow sensors may miss four samples.
  private static let longestSilence = 0.5

  /// Time for which a refused or clipped sample is reported, s.
  private static let shown = 1.0

  init(limits: SensorLimits) {
    self.limits = limits
    saturation = SaturationDetector(floor: limits.saturationFloor)
  }

  /// Checks a reading.
  ///
  /// - Returns: The time since the previous one, s, or `nil` if this one must not be used; 0 for
  ///   the first.
  mutating func admit(_ sample: VectorSample) -> Double? {
    let value = sample.value
    guard value.isFinite, max(abs(value.x), abs(value.y), abs(value.z)) <= limits.absurd else {
      refuse(at: sample.time)
      return nil
    }
    guard let previous = last else {
      last = sample
      firstTime = sample.time
      state = .present
      for axis in 0..<3 { axes[axis].update(isSame: false, at: sample.time) }
      repetition.update(isSame: false, at: sample.time)
      return 0
    }
    let interval = sample.time.seconds(since: previous.time)
    guard interval >= Self.shortestInterval else {
      noteLate(at: sample.time)
      if lateCount < .max { lateCount += 1 }
      if lateRun < .max { lateRun += 1 }
      return nil
    }
    if interval < Self.longestBurst,
      (value - previous.value).squaredLength > limits.jump * limits.jump
    {
      refuse(at: sample.time)
      return nil
    }
    state = .present
    (unmeasured, lateSpan) = (lateSpan, 0)
    newestLate = nil
    lateRun = 0
    spacing += (min(interval, 2) - spacing) / 8
    countRepetitions(of: value, after: previous.value, at: sample.time)
    saturation.update(value, previous: previous.value, interval: interval, at: sample.time)
    if saturation.isSaturated { lastSaturated = sample.time }
    last = sample
    return interval
  }

  /// Adds what passed since the late reading before this one; nothing for a duplicate or a further step back.
  private mutating func noteLate(at time: BootTime) {
    if let newestLate, time > newestLate { lateSpan += time.seconds(since: newestLate) }
    newestLate = time
  }

  @inline(__always)
  private mutating func countRepetitions(
    of value: Vector3, after previous: Vector3, at time: BootTime
  ) {
    let same = value .== previous
    var isAxisStuck = false
    for axis in 0..<3 {
      axes[axis].update(isSame: same[axis], at: time)
      if same[axis], axes[axis].lasts(10, count: 200) { isAxisStuck = true }
    }
    repetition.update(isSame: all(same), at: time)
    isStuck = repetition.count > 0 ? repetition.lasts(0.8, count: 10) : isAxisStuck
  }

  private mutating func refuse(at time: BootTime) {
    if invalidCount < .max { invalidCount += 1 }
    lastInvalid = time
  }

  /// Records the state reported by the source.
  mutating func note(_ new: SensorStatus.State) {
    state = new
    guard new != .present else { return }
    repetition = Repetition()
    axes = .init(repeating: Repetition())
    isStuck = false
  }

  /// Whether no sample ever came, or the source reported the sensor absent.
  package var isMissing: Bool { state == nil || state == .absent }

  /// Whether the mounting of the sensor is unknown.
  package var isMisaligned: Bool { state == .misaligned }

  /// Whether readings arrive.
  @inline(__always)
  package func isDelivering(at time: BootTime) -> Bool {
    guard state == .present, let last else { return false }
    return time.seconds(since: last.time) <= max(Self.longestSilence, 4 * spacing)
  }

  /// Whether an axis has repeated for longer than noise allows.
  @inline(__always)
  var isAxisRepeating: Bool {
    axes[0].lasts(Self.repeated, count: 10) || axes[1].lasts(Self.repeated, count: 10)
      || axes[2].lasts(Self.repeated, count: 10)
  }

  /// Whether the whole reading or an axis repeats.
  @inline(__always)
  var isRepeating: Bool { repetition.lasts(0) || isAxisRepeating }

  /// Longest repetition of an axis that noise allows, s.
  private static let repeated = 0.2

  /// Whether no reading is overdue.
  @inline(__always)
  func isCurrent(at time: BootTime) -> Bool { silence(at: time) <= 2 * spacing }

  /// Whether the last reading differs from the one before.
  var isFresh: Bool { repetition.count == 0 }

  /// Time since the last accepted sample, s, that which late ones show included; infinite if there was
  /// none.
  @inline(__always)
  func silence(at time: BootTime) -> Double {
    guard let last else { return .infinity }
    return time.seconds(since: last.time) + lateSpan
  }

  /// The faults of the sensor at a time.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - missing: The reason for a missing sensor.
  ///   - stale: The reason for a silent sensor.
  ///   - stuck: The reason for a stuck sensor.
  /// - Returns: The reasons; none if all is well.
  @inline(__always)
  func reasons(at time: BootTime, missing: Reasons, stale: Reasons, stuck: Reasons) -> Reasons {
    var reasons: Reasons = []
    if isMissing {
      reasons.insert(missing)
    } else if !isDelivering(at: time) {
      reasons.insert(stale)
    } else if isStuck {
      reasons.formUnion([.sensorStuck, stuck])
    }
    if isMisaligned { reasons.insert(.mountInvalid) }
    if state == .failed || state == .silent { reasons.insert(.sensorFailed) }
    if let lastInvalid, time.seconds(since: lastInvalid) < Self.shown {
      reasons.insert(.invalidSamples)
    }
    if let lastSaturated, time.seconds(since: lastSaturated) < Self.shown {
      reasons.insert(.saturated)
    }
    return reasons
  }
}
