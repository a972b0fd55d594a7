import HeadingGeometry

/// Noise of the gyroscope as its samples show it: vibration, and turns faster than it is sampled.
///
/// A turn that follows from its samples hardly changes in its third difference; white noise has twenty times its
/// variance there (1² + 3² + 3² + 1²), and samples that have missed what happened between them look like noise.
/// Vibration that swings between the samples looks like it too, but comes back: the means of a tenth of a second do not
/// have it. Where both tell, the smaller density is the noise's.
struct TurnNoise: Sendable {
  private var samples = Differences()
  private var means = Differences()
  private var sum = Vector3.zero
  private var elapsed = 0.0
  private var count = 0.0

  /// Means are taken over so long, s: half a swing of the slowest engine.
  private static let block = 0.1

  /// Density, (rad/s)²/Hz, an axis.
  var density: Double { min(samples.density, means.density) }

  /// Takes a rate, rad/s, and how long after the one before it was, s.
  mutating func add(_ rate: Vector3, interval: Double) {
    samples.add(rate, interval: interval)
    sum += rate
    count += 1
    elapsed += interval
    guard elapsed > Self.block - interval / 2 else { return }
    means.add(sum / count, interval: elapsed)
    (sum, count, elapsed) = (.zero, 0, 0)
  }

  /// Samples are missing: the next ones do not follow those before.
  mutating func interrupt() {
    samples.interrupt()
    means.interrupt()
    (sum, count, elapsed) = (.zero, 0, 0)
  }

  /// The third differences of one row of rates.
  private struct Differences: Sendable {
    private(set) var density = 0.0
    private var last: Vector3?
    private var change: Vector3?
    private var bend: Vector3?

    /// So long the mean remembers, s: a stretch of rough road.
    private static let memory = 0.5

    /// Three axes, each with twenty times the variance.
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
