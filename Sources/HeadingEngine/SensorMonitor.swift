import HeadingGeometry
import HeadingSensing

/// Watches one three-axis sensor: is it there, is it alive, are its numbers possible.
///
/// A stuck sensor is one that repeats itself exactly: noise and quantisation of real chips do not.
struct SensorMonitor {
  /// Transmission errors come singly or in short bursts, s.
  private static let longestBurst = 0.05

  private enum Presence { case unknown, present, absent, failed, misaligned }

  let limits: SensorLimits

  /// The newest sample that was admitted.
  private(set) var latest: VectorSample?

  /// Samples that were not numbers or absurd, since the start.
  private(set) var rejected = 0

  /// Length of the value, averaged over about a second; SI.
  private(set) var meanLength: Double?

  private var presence = Presence.unknown
  private var interval = 0.01
  private var lastRejection: BootTime?
  private var repeatedSince: BootTime?
  private var repeats = 0
  private var axisRepeats = SIMD3<Int>.zero
  private var axisRepeatedSince: (BootTime, BootTime, BootTime)?

  init(limits: SensorLimits) { self.limits = limits }

  /// Takes note of a sample; false if it must not be used.
  mutating func admit(_ sample: VectorSample) -> Bool {
    let value = sample.value
    guard value.isFinite, abs(value.x) <= limits.absurd,
      abs(value.y) <= limits.absurd, abs(value.z) <= limits.absurd
    else {
      rejected += 1
      lastRejection = sample.time
      return false
    }
    presence = .present
    if let latest {
      let elapsed = sample.time.seconds(since: latest.time)
      if (value - latest.value).squaredLength > limits.jump * limits.jump, elapsed >= 0,
        elapsed < Self.longestBurst
      {
        rejected += 1
        lastRejection = sample.time
        return false
      }
      guard elapsed > 0 else { return elapsed > -1 }
      interval += (min(elapsed, 2) - interval) / 8
      countRepeats(of: value, after: latest.value, at: sample.time)
      let weight = min(1, elapsed / 0.5)
      meanLength = meanLength.map { $0 + (value.length - $0) * weight }
    } else {
      meanLength = value.length
    }
    latest = sample
    return true
  }

  private mutating func countRepeats(of value: Vector3, after last: Vector3, at time: BootTime) {
    if value == last {
      repeats += 1
      if repeatedSince == nil { repeatedSince = latest?.time }
    } else {
      repeats = 0
      repeatedSince = nil
    }
    let same = value .== last
    var since = axisRepeatedSince ?? (time, time, time)
    if same[0] { axisRepeats.x += 1 } else { (axisRepeats.x, since.0) = (0, time) }
    if same[1] { axisRepeats.y += 1 } else { (axisRepeats.y, since.1) = (0, time) }
    if same[2] { axisRepeats.z += 1 } else { (axisRepeats.z, since.2) = (0, time) }
    axisRepeatedSince = since
  }

  /// Takes note of what the source says about the sensor.
  mutating func note(_ state: SensorStatus.State) {
    switch state {
    case .present: presence = .present
    case .absent: presence = .absent
    case .failed, .silent: presence = .failed
    case .misaligned: presence = .misaligned
    }
    if state != .present {
      latest = nil
      repeats = 0
      repeatedSince = nil
    }
  }

  /// Whether the source said that the sensor is not there, or nothing ever came from it.
  var isMissing: Bool { presence == .absent || (presence == .unknown && latest == nil) }

  /// Whether the source said that the sensor fails.
  var isFailed: Bool { presence == .failed }

  /// Whether nothing tells how the sensor is mounted.
  var isMisaligned: Bool { presence == .misaligned }

  /// Seconds of silence after which a sensor counts as stale: half a second, more for slow ones.
  var staleAfter: Double { max(0.5, 4 * interval) }

  /// Whether the sensor was there and is silent now.
  func isStale(at now: BootTime) -> Bool {
    guard let latest else {
      return presence == .present || presence == .failed || presence == .misaligned
    }
    return now.seconds(since: latest.time) > staleAfter
  }

  /// Whether all axes have repeated themselves for a second.
  func isWhollyStuck(at now: BootTime) -> Bool {
    guard let since = repeatedSince else { return false }
    return repeats >= 10 && now.seconds(since: since) > 0.8
  }

  /// Whether the sensor repeats itself: all axes for a second, or one axis for ten while others move.
  func isStuck(at now: BootTime) -> Bool {
    if isWhollyStuck(at: now) { return true }
    guard let since = axisRepeatedSince, repeats == 0 else { return false }
    return (axisRepeats.x >= 200 && now.seconds(since: since.0) > 10)
      || (axisRepeats.y >= 200 && now.seconds(since: since.1) > 10)
      || (axisRepeats.z >= 200 && now.seconds(since: since.2) > 10)
  }

  /// Whether samples were refused within the last second.
  func rejectsNow(at now: BootTime) -> Bool {
    lastRejection.map { now.seconds(since: $0) < 1 } ?? false
  }
}
