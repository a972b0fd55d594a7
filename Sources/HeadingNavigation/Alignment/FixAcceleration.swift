import HeadingSensing

/// Horizontal acceleration from the receiver's velocities, low-pass filtered.
struct FixAcceleration: Sendable {
  /// East and north, m/s².
  private(set) var mean = SIMD2<Double>.zero

  private var last: (time: BootTime, velocity: SIMD2<Double>)?

  /// Time constant, s: that of an attitude estimator that averages the specific force.
  private static let memory = 2.0

  /// Processes a velocity, m/s.
  mutating func update(_ velocity: SIMD2<Double>, at time: BootTime) {
    defer { last = (time, velocity) }
    guard let last else { return }
    let interval = time.seconds(since: last.time)
    guard interval > 0 else { return }
    mean += ((velocity - last.velocity) / interval - mean) * Swift.min(interval / Self.memory, 1)
  }
}
