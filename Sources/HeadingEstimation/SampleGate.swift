import HeadingGeometry
import HeadingSensing

/// Lets only plausible samples of one sensor through, and counts the others.
struct SampleGate {
  private let limits: SensorLimits

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

  /// The axis of the chip that is at the end of its range, body frame, signed as the reading.
  private(set) var saturatedAxis: Vector3 = .zero

  /// For how long it had been there when it was noticed, s.
  private(set) var saturatedTime = 0.0

  /// Whether the sensor is at the end of its range.
  private(set) var isSaturated = false

  private var largest = 0.0
  private var slowMagnitude = 0.0
  private var plateau = 0.0
  private var plateauCount = 0
  private var plateauBegan = BootTime(nanoseconds: 0)
  private var hasRisen = false
  private var clippedAxis = ClippedAxis()
  private var previousMagnitude = 0.0
  private var wanderingLevel = 0.0
  private var wanderingCount = 0
  private var wanderingBegan = BootTime(nanoseconds: 0)
  private var isOnWanderingPlateau = false
  private var range = SensorRange()

  init(limits: SensorLimits) { self.limits = limits }

  /// Samples closer than this, s, are the same one twice or wrongly stamped: no part is faster than 20 kHz,
  /// and rates of change divide by the distance.
  static let shortestInterval = 5e-5

  /// The time since the previous sample, s, or `nil` if this one must not be used; 0 for the first.
  mutating func admit(_ sample: VectorSample) -> Double? {
    let value = sample.value
    let magnitude = max(abs(value.x), abs(value.y), abs(value.z))
    guard value.isFinite, magnitude <= limits.absurd else {
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
    if clippedAxis.isClipped(
      value, interval: interval, at: sample.time, above: limits.saturationFloor)
    {
      isSaturated = true
      lastSaturated = sample.time
      saturatedAxis = clippedAxis.direction(of: value)
    } else if isSaturated {
      saturatedAxis = Self.largestAxis(of: value)
    }
    last = sample
    return interval
  }

  private static func largestAxis(of value: Vector3) -> Vector3 {
    let size = Vector3(abs(value.x), abs(value.y), abs(value.z))
    if size.x >= size.y, size.x >= size.z { return Vector3(value.x < 0 ? -1 : 1, 0, 0) }
    if size.y >= size.z { return Vector3(0, value.y < 0 ? -1 : 1, 0) }
    return Vector3(0, 0, value.z < 0 ? -1 : 1)
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
    noticeWanderingPlateau(magnitude, after: previousMagnitude, at: time)
    if magnitude != previousMagnitude { previousMagnitude = magnitude }
    largest = max(largest, magnitude)
    slowMagnitude += (magnitude - slowMagnitude) * (interval / (0.05 + interval))
    let isOnPlateau =
      hasRisen && plateauCount >= 3 && time.seconds(since: plateauBegan) >= 0.01
      && magnitude > limits.saturationFloor && magnitude >= largest * 0.999
    if isOnPlateau || isOnWanderingPlateau {
      if !isSaturated {
        range.note(isOnPlateau ? magnitude : wanderingLevel)
        saturatedTime = time.seconds(since: isOnPlateau ? plateauBegan : wanderingBegan)
      }
      isSaturated = true
    } else {
      if !isSaturated { saturatedTime = 0 }
      isSaturated = range.isEnd(magnitude, wasEnd: isSaturated)
    }
    if isSaturated { lastSaturated = time }
  }

  /// Notices a plateau that wanders by some parts in a thousand, as those of chips do that filter what was clipped.
  ///
  /// Its corner is sharp: the first sample on it is larger than the one before by a thirtieth, and the next three, each
  /// something new, stay within a two-hundredth of it. The top of a motion that rises so fast is past by then.
  private mutating func noticeWanderingPlateau(
    _ magnitude: Double, after previous: Double, at time: BootTime
  ) {
    guard magnitude != previous else { return }
    if wanderingCount > 0, abs(magnitude - wanderingLevel) <= 0.005 * wanderingLevel {
      if wanderingCount < .max { wanderingCount += 1 }
    } else {
      let isCorner = magnitude > previous * 1.03 && magnitude >= largest * 0.99
      wanderingCount = isCorner ? 1 : 0
      wanderingLevel = magnitude
      wanderingBegan = time
    }
    isOnWanderingPlateau =
      wanderingCount >= 4 && magnitude > limits.saturationFloor
      && time.seconds(since: wanderingBegan) >= 0.01
  }

  /// Seconds since the last good sample; infinite if there was none.
  func silence(at time: BootTime) -> Double {
    guard let last else { return .infinity }
    return time.seconds(since: last.time)
  }
}
