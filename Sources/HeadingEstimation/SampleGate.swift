import HeadingGeometry
import HeadingSensing

/// Lets only plausible samples of one sensor through, and counts the others.
struct SampleGate {
  /// A component larger than this in magnitude is absurd for this kind of sensor, SI.
  let limit: Double

  /// Below this magnitude a repeated largest value is no sign of saturation, SI.
  let saturationFloor: Double

  /// Samples refused because a component is not finite or absurd.
  private(set) var invalidCount: UInt64 = 0

  /// Samples refused because they are doubled or too late.
  private(set) var lateCount: UInt64 = 0

  /// Time and value of the last sample let through.
  private(set) var last: VectorSample?

  /// When the last sample was refused as invalid.
  private(set) var lastInvalid: BootTime?

  /// When the sensor was last at the end of its range.
  private(set) var lastSaturated: BootTime?

  /// Whether the sensor is at the end of its range.
  private(set) var isSaturated = false

  private var largest = 0.0
  private var slowMagnitude = 0.0
  private var plateau = 0.0
  private var plateauCount = 0
  private var plateauBegan = BootTime(nanoseconds: 0)
  private var hasRisen = false
  private var clippedAxis = ClippedAxis()

  init(limit: Double, saturationFloor: Double) {
    self.limit = limit
    self.saturationFloor = saturationFloor
  }

  /// Samples closer than this, s, are the same one twice or wrongly stamped: no part is faster than 20 kHz,
  /// and rates of change divide by the distance.
  static let shortestInterval = 5e-5

  /// The time since the previous sample, s, or `nil` if this one must not be used; 0 for the first.
  mutating func admit(_ sample: VectorSample) -> Double? {
    let value = sample.value
    let magnitude = max(abs(value.x), abs(value.y), abs(value.z))
    guard value.isFinite, magnitude <= limit else {
      if invalidCount < .max { invalidCount += 1 }
      lastInvalid = sample.time
      return nil
    }
    guard let previous = last else {
      last = sample
      return 0
    }
    let interval = sample.time.seconds(since: previous.time)
    guard interval >= Self.shortestInterval else {
      if lateCount < .max { lateCount += 1 }
      return nil
    }
    noticeSaturation(magnitude, interval: interval, at: sample.time)
    if clippedAxis.isClipped(value, interval: interval, at: sample.time, above: saturationFloor) {
      isSaturated = true
      lastSaturated = sample.time
    }
    last = sample
    return interval
  }

  /// Notices the end of the range by its plateau.
  ///
  /// That is the largest magnitude ever seen, reached in a rise and kept to the digit for three samples and 10 ms. A steady
  /// turn has no rise before it, and no peak of a motion is so flat.
  private mutating func noticeSaturation(_ magnitude: Double, interval: Double, at time: BootTime) {
    if abs(magnitude - plateau) <= 1e-5 * magnitude {
      if plateauCount < .max { plateauCount += 1 }
    } else {
      plateau = magnitude
      plateauCount = 1
      plateauBegan = time
      hasRisen = magnitude > slowMagnitude * 1.003
    }
    largest = max(largest, magnitude)
    slowMagnitude += (magnitude - slowMagnitude) * (interval / (0.05 + interval))
    isSaturated =
      hasRisen && plateauCount >= 3 && time.seconds(since: plateauBegan) >= 0.01
      && magnitude > saturationFloor && magnitude >= largest * 0.999
    if isSaturated { lastSaturated = time }
  }

  /// Seconds since the last good sample; infinite if there was none.
  func silence(at time: BootTime) -> Double {
    guard let last else { return .infinity }
    return time.seconds(since: last.time)
  }
}
