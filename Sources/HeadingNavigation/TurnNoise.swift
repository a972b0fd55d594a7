import HeadingGeometry

/// Noise of the gyroscope as its samples show it: vibration, and turns faster than it is sampled.
///
/// A turn that follows from its samples hardly changes in its third difference; white noise has twenty times its
/// variance there (1² + 3² + 3² + 1²), and samples that have missed what happened between them look like noise.
struct TurnNoise: Sendable {
  /// Density, (rad/s)²/Hz, an axis.
  private(set) var density = 0.0

  private var last: Vector3?
  private var change: Vector3?
  private var bend: Vector3?

  /// So long the mean remembers, s: a stretch of rough road.
  private static let memory = 0.5

  /// Three axes, each with twenty times the variance.
  private static let gain = 60.0

  /// Takes a rate, rad/s, and how long after the one before it was, s.
  mutating func add(_ rate: Vector3, interval: Double) {
    let newChange = last.map { rate - $0 }
    let newBend = change.flatMap { before in newChange.map { $0 - before } }
    let third = bend.flatMap { before in newBend.map { $0 - before } }
    (last, change, bend) = (rate, newChange, newBend)
    guard let third else { return }
    density +=
      (third.squaredLength / Self.gain * interval - density) * min(interval / Self.memory, 1)
  }

  /// Samples are missing: the next ones do not follow those before.
  mutating func interrupt() { (last, change, bend) = (nil, nil, nil) }
}
