import HeadingGeometry

/// Tests whether the mean of a vector, field or specific force, is constant in the body frame
/// against its own noise.
struct VectorConstancy {
  /// Allowed change at rest beyond the noise.
  let tolerance: Double

  private var mean = VectorLowPass()
  private var last: Vector3?
  /// Variance of one reading, per component.
  private var noise = 0.0
  /// Mean interval between two new readings, and time since the last one, s.
  private var spacing = 0.0
  private(set) var age = 0.0
  private var anchor: Vector3?

  /// Averaging time, s.
  static let averaging = 1.0

  init(tolerance: Double) { self.tolerance = tolerance }

  /// Adds a reading; a repeated one is ignored.
  mutating func update(_ sample: Vector3, interval: Double) {
    mean.update(sample, interval: interval, timeConstant: Self.averaging)
    guard sample != last else { return }
    if let last {
      // Successive readings of a nearly constant vector differ by the noise of both.
      let share = min(1, age / 5)
      noise += ((sample - last).squaredLength / 6 - noise) * (noise == 0 ? 1 : share)
      spacing += (age - spacing) * (spacing == 0 ? 1 : share)
    }
    last = sample
    age = 0
  }

  /// Advances the time, s.
  mutating func advance(by interval: Double) { age += interval }

  /// Whether there was a recent reading.
  var isCurrent: Bool { last != nil && age < 2 }

  /// Whether readings have ended.
  var isLost: Bool { last != nil && age >= 2 }

  /// Sets the present mean as the reference; the device must be quasi-stationary.
  mutating func restart() { anchor = last == nil ? nil : mean.value }

  /// Change of the mean since the reference was set; `nil` if there is none.
  var change: Vector3? { isCurrent ? anchor.map { mean.value - $0 } : nil }

  /// Length of the mean.
  var length: Double { mean.value.length }

  /// Length of the change that a rotation, rad, body frame, would have caused.
  func expected(turn: Vector3) -> Double { anchor.map { $0.cross(turn).length } ?? 0 }

  /// Threshold of a significant change: 5σ of the difference of two means.
  var limit: Double { 5 * (noise * min(1, spacing / Self.averaging)).squareRoot() + tolerance }

  /// Slowest rotation, rad/s, that explains its present rate of change beyond the noise.
  var slowestTurn: Double {
    max(0, mean.rate.length - limit / Self.averaging / 2) / max(mean.value.length, tolerance)
  }

  /// Time without change, s, that excludes rotations of `rate`, rad/s, across `share` of the
  /// vector.
  func requiredTime(rate: Double, share: Double) -> Double {
    limit / (share * max(mean.value.length, tolerance) * rate)
  }
}
