import HeadingGeometry
import HeadingSensing

/// Turns the body's frame by the gyroscope alone.
///
/// Over one interval the rate is taken as the parabola through the last three samples (the trapezoidal rule
/// less h³/6 times the second divided difference), and the turning axis's own motion adds h²/12 · ω₀ × ω₁
/// (coning; Savage, 1998, for a rate that is linear in time).
struct StrapdownIntegrator {
  /// Body to the gyroscope's frame at the last sample.
  private(set) var attitude: Quaternion = .identity

  /// The rate at the last sample without the offset, rad/s.
  private(set) var rate: Vector3 = .zero

  /// Variance of the angle that the last step may be wrong by, rad²: the parabola against the straight line.
  private(set) var stepVariance = 0.0

  private var previous: Vector3 = .zero
  private var beforePrevious: Vector3 = .zero
  private var previousInterval = 0.0
  private(set) var time: BootTime?

  /// Takes a rate, rad/s, raw; `interval` since the previous one, s; 0 starts anew without a turn.
  @inline(__always)
  mutating func update(_ sample: VectorSample, bias: Vector3, interval: Double) {
    rate = sample.value - bias
    time = sample.time
    stepVariance = 0
    if interval > 0 {
      var turn =
        ((previous + sample.value) * 0.5 - bias) * interval
        + (previous - bias).cross(rate) * (interval * interval / 12)
      // A parabola through samples that stand unevenly would amplify their noise.
      if previousInterval > interval / 4, previousInterval < interval * 4 {
        let bend =
          ((sample.value - previous) / interval - (previous - beforePrevious) / previousInterval)
          / (interval + previousInterval)
        let correction = bend * (interval * interval * interval / 6)
        turn -= correction
        stepVariance = correction.squaredLength
      }
      attitude = (attitude * Quaternion(rotationVector: turn)).normalized ?? .identity
    }
    beforePrevious = previous
    previous = sample.value
    previousInterval = interval
  }

  /// Turns the body by a rotation vector, rad, body frame, that no rate has told.
  mutating func turn(by rotation: Vector3) {
    attitude = (attitude * Quaternion(rotationVector: rotation)).normalized ?? .identity
  }

  /// Rates are larger by `change`, rad/s, from now on.
  mutating func shift(by change: Vector3) {
    previous += change
    beforePrevious += change
  }

  /// Forgets the rate: nothing is known of the turn since the last sample.
  mutating func stop() {
    rate = .zero
    previousInterval = 0
    time = nil
  }

  /// Body to the gyroscope's frame `lead` seconds after `moment`, by the last rate, for at most 0.1 s either way.
  @inline(__always)
  func attitude(at moment: BootTime, lead: Double) -> Quaternion {
    guard let time else { return attitude }
    let ahead = max(-0.1, min(0.1, moment.seconds(since: time) + lead))
    return ahead == 0 ? attitude : attitude * Quaternion(rotationVector: rate * ahead)
  }
}
