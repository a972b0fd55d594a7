import HeadingGeometry
package import HeadingSensing

/// What is known of one sensor by itself: is it there, does it deliver, are its readings possible and new.
///
/// The readings are the chip's, before any calibration: a range ends, and a register hangs, in these.
package struct SensorHealth: Sendable {
  private let limits: SensorLimits

  /// Samples refused because a component is not finite, absurd, or too far from the one before.
  private(set) var invalidCount: UInt64 = 0

  /// Samples refused because they are doubled or too late.
  private(set) var lateCount: UInt64 = 0

  /// The last reading that was admitted.
  package private(set) var last: VectorSample?

  /// When the first one was.
  private(set) var firstTime: BootTime?

  /// How long the whole reading has repeated itself.
  private(set) var repetition = Repetition()

  /// The same for each axis.
  private(set) var axes = InlineArray<3, Repetition>(repeating: Repetition())

  /// Whether the sensor is at the end of its range.
  private(set) var rangeEnd: RangeEnd

  /// Whether it repeats itself beyond what a measurement does: as a whole, or on one axis while others move.
  private var isStuck = false

  private var lastInvalid: BootTime?
  private var lastSaturated: BootTime?
  /// What the source said; `nil` before it said anything and before the first sample.
  private var state: SensorStatus.State?
  /// Seconds between samples on the mean.
  private var spacing = 0.01

  /// Samples closer than this, s, are the same one twice or wrongly stamped: no part is faster than 20 kHz,
  /// and rates of change divide by the distance.
  static let shortestInterval = 5e-5

  /// Transmission errors come singly or in short bursts, s.
  private static let longestBurst = 0.05

  /// Silence after which a sensor is stale, s; slow ones may miss four samples.
  private static let longestSilence = 0.5

  /// A refused or clipped sample is named for so long, s.
  private static let shown = 1.0

  init(limits: SensorLimits) {
    self.limits = limits
    rangeEnd = RangeEnd(floor: limits.saturationFloor)
  }

  /// Takes note of a reading.
  ///
  /// - Returns: The time since the previous one, s, or `nil` if this one must not be used; 0 for the first.
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
      if lateCount < .max { lateCount += 1 }
      return nil
    }
    if interval < Self.longestBurst,
      (value - previous.value).squaredLength > limits.jump * limits.jump
    {
      refuse(at: sample.time)
      return nil
    }
    state = .present
    spacing += (min(interval, 2) - spacing) / 8
    countRepetitions(of: value, after: previous.value, at: sample.time)
    rangeEnd.update(value, previous: previous.value, interval: interval, at: sample.time)
    if rangeEnd.isReached { lastSaturated = sample.time }
    last = sample
    return interval
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

  /// Takes note of what the source says about the sensor.
  mutating func note(_ new: SensorStatus.State) {
    state = new
    guard new != .present else { return }
    repetition = Repetition()
    axes = .init(repeating: Repetition())
    isStuck = false
  }

  /// Whether nothing ever came, or the source said that the sensor is not there.
  package var isMissing: Bool { state == nil || state == .absent }

  /// Whether nothing tells how the sensor is mounted.
  package var isMisaligned: Bool { state == .misaligned }

  /// Whether readings come.
  @inline(__always)
  package func isDelivering(at time: BootTime) -> Bool {
    guard state == .present, let last else { return false }
    return time.seconds(since: last.time) <= max(Self.longestSilence, 4 * spacing)
  }

  /// Whether an axis has repeated itself for longer than noise lets it.
  @inline(__always)
  var isAxisRepeating: Bool {
    axes[0].lasts(Self.repeated, count: 10) || axes[1].lasts(Self.repeated, count: 10)
      || axes[2].lasts(Self.repeated, count: 10)
  }

  /// Whether the whole reading or an axis repeats itself.
  @inline(__always)
  var isRepeating: Bool { repetition.lasts(0) || isAxisRepeating }

  /// Noise does not let an axis say the same for so long, s.
  private static let repeated = 0.2

  /// Whether no reading is missing at a moment.
  @inline(__always)
  func isCurrent(at time: BootTime) -> Bool { silence(at: time) <= 2 * spacing }

  /// Whether the reading that came last is new.
  var isFresh: Bool { repetition.count == 0 }

  /// Seconds since the last good sample; infinite if there was none.
  @inline(__always)
  func silence(at time: BootTime) -> Double {
    guard let last else { return .infinity }
    return time.seconds(since: last.time)
  }

  /// What is wrong with the sensor at a moment.
  ///
  /// - Parameters:
  ///   - time: The moment.
  ///   - missing: How it is said that the sensor is missing.
  ///   - stale: That it is silent.
  ///   - stuck: That it repeats itself.
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
