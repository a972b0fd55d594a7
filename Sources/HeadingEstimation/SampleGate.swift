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

  /// Whether the sensor repeats one value: a second and 20 samples without the noise every sensor has.
  private(set) var isStuck = false

  /// Whether a component has stayed at the largest magnitude ever seen for three samples.
  private(set) var isSaturated = false

  private var repeatedSince: BootTime?
  private var repeats = 0
  private var largest = 0.0
  private var largestRepeats = 0

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
    noticeRepetition(of: sample, after: previous)
    noticeSaturation(magnitude, at: sample.time)
    last = sample
    return interval
  }

  private mutating func noticeRepetition(of sample: VectorSample, after previous: VectorSample) {
    guard sample.value == previous.value else {
      repeats = 0
      repeatedSince = nil
      isStuck = false
      return
    }
    if repeats < .max { repeats += 1 }
    let since = repeatedSince ?? previous.time
    repeatedSince = since
    isStuck = repeats >= 20 && sample.time.seconds(since: since) >= 1
  }

  private mutating func noticeSaturation(_ magnitude: Double, at time: BootTime) {
    if magnitude > largest {
      largest = magnitude
      largestRepeats = 0
    } else if magnitude >= largest * 0.999, magnitude > saturationFloor {
      if largestRepeats < .max { largestRepeats += 1 }
    } else {
      largestRepeats = 0
    }
    isSaturated = largestRepeats >= 2
    if isSaturated { lastSaturated = time }
  }

  /// Seconds since the last good sample; infinite if there was none.
  func silence(at time: BootTime) -> Double {
    guard let last else { return .infinity }
    return time.seconds(since: last.time)
  }
}
