import HeadingGeometry

/// Estimates the gyroscope noise from its samples, including vibration and aliasing of fast
/// rotation.
///
/// Properly sampled rotation has a small third difference; white noise has twenty times its
/// variance there (1² + 3² + 3² + 1²), and undersampled rotation behaves like white noise.
/// Oscillation between the samples does, too, but cancels in means over 0.1 s. The noise density is
/// the smaller of the two estimates.
struct RateNoise: Sendable {
  private var samples = Differences()
  private var means = Differences()
  private var sum = Vector3.zero
  private var elapsed = 0.0
  private var count = 0.0

  /// Duration of a mean, s: half a period of the slowest engine.
  private static let block = 0.1

  /// Noise density per axis, (rad/s)²/Hz.
  var density: Double { min(samples.density, means.density) }

  /// Adds a rate, rad/s, with the interval since the previous one, s.
  mutating func add(_ rate: Vector3, interval: Double) {
    samples.add(rate, interval: interval)
    sum += rate
    count += 1
    elapsed += interval
    guard elapsed > Self.block - interval / 2 else { return }
    means.add(sum / count, interval: elapsed)
    (sum, count, elapsed) = (.zero, 0, 0)
  }

  /// Marks a gap: the next samples are not consecutive.
  mutating func interrupt() {
    samples.interrupt()
    means.interrupt()
    (sum, count, elapsed) = (.zero, 0, 0)
  }

  /// Noise density from the third differences of a sequence of rates.
  private struct Differences: Sendable {
    private(set) var density = 0.0
    private var last: Vector3?
    private var change: Vector3?
    private var bend: Vector3?

    /// Time constant of the mean, s: a stretch of rough road.
    private static let memory = 0.5

    /// Three axes with twenty times the variance each.
    private static let gain = 60.0

    mutating func add(_ rate: Vector3, interval: Double) {
      let newChange = last.map { rate - $0 }
      let newBend = change.flatMap { before in newChange.map { $0 - before } }
      let third = bend.flatMap { before in newBend.map { $0 - before } }
      (last, change, bend) = (rate, newChange, newBend)
      guard let third else { return }
      density +=
        (third.squaredLength / Self.gain * interval - density)
        * Swift.min(interval / Self.memory, 1)
    }

    mutating func interrupt() { (last, change, bend) = (nil, nil, nil) }
  }
}
