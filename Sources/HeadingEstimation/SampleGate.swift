import HeadingGeometry
import HeadingSensing

/// Lets only plausible samples of one sensor through, and counts the others.
struct SampleGate {
  /// A component larger than this in magnitude is absurd for this kind of sensor, SI.
  let limit: Double

  /// Samples refused because a component is not finite or absurd.
  private(set) var invalidCount: UInt64 = 0

  /// Samples refused because they are doubled or too late.
  private(set) var lateCount: UInt64 = 0

  /// Time and value of the last sample let through.
  private(set) var last: VectorSample?

  /// When the last sample was refused as invalid.
  private(set) var lastInvalid: BootTime?

  private var repeatedSince: BootTime?
  private var repeats = 0

  init(limit: Double) { self.limit = limit }

  /// Whether the sensor repeats one value: a second and 20 samples without the noise every sensor has.
  private(set) var isStuck = false

  /// The time since the previous sample, s, or `nil` if this one must not be used; 0 for the first.
  mutating func admit(_ sample: VectorSample) -> Double? {
    let value = sample.value
    guard value.isFinite, max(abs(value.x), abs(value.y), abs(value.z)) <= limit else {
      invalidCount += 1
      lastInvalid = sample.time
      return nil
    }
    guard let previous = last else {
      last = sample
      return 0
    }
    let interval = sample.time.seconds(since: previous.time)
    guard interval > 0 else {
      lateCount += 1
      return nil
    }
    if value == previous.value {
      repeats += 1
      let since = repeatedSince ?? previous.time
      repeatedSince = since
      isStuck = repeats >= 20 && sample.time.seconds(since: since) >= 1
    } else {
      repeats = 0
      repeatedSince = nil
      isStuck = false
    }
    last = sample
    return interval
  }

  /// Seconds since the last good sample; infinite if there was none.
  func silence(at time: BootTime) -> Double {
    guard let last else { return .infinity }
    return time.seconds(since: last.time)
  }
}
