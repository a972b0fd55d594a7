import HeadingGeometry
import HeadingSensing

/// Strapdown integration of the angular rate.
///
/// Over one interval the rate is the parabola through the last three samples (the trapezoidal rule
/// less h³/6 times the second divided difference), and the rotation of the axis adds h²/12 · ω₀ ×
/// ω₁ (coning; Savage, 1998, for a rate that is linear in time).
struct StrapdownIntegrator {
  /// Body to the gyroscope's frame at the last sample.
  private(set) var attitude: Quaternion = .identity

  /// The rate at the last sample without the bias, rad/s.
  private(set) var rate: Vector3 = .zero

  /// Variance of the last step's integration error, rad²: the difference of parabola and trapezoid.
  private(set) var stepVariance = 0.0

  private var previous: Vector3 = .zero
  private var beforePrevious: Vector3 = .zero
  private var previousInterval = 0.0
  private(set) var time: BootTime?

  /// Integrates a rate, rad/s, bias included; `interval` since the previous one, s; 0 restarts
  /// without a rotation.
  @inline(__always)
  mutating func update(_ sample: VectorSample, bias: Vector3, interval: Double) {
    rate = sample.value - bias
    time = sample.time
    stepVariance = 0
    if interval > 0 {
      var turn =
        ((previous + sample.value) * 0.5 - bias) * interval
        + (previous - bias).cross(rate) * (interval * interval / 12)
      // At very unequal intervals a parabola would amplify the noise.
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

  /// Rotates the body by a rotation vector, rad, body frame, that no rate has measured.
  mutating func rotate(by rotation: Vector3) {
    attitude = (attitude * Quaternion(rotationVector: rotation)).normalized ?? .identity
  }

  /// Adds `change`, rad/s, to the stored rates.
  mutating func shift(by change: Vector3) {
    previous += change
    beforePrevious += change
  }

  /// Resets the rate, because the rotation since the last sample is unknown.
  mutating func stop() {
    rate = .zero
    previousInterval = 0
    time = nil
  }

  /// Body to the gyroscope's frame `lead` seconds after `moment`, extrapolated with the last rate
  /// by at most 0.1 s either way.
  @inline(__always)
  func attitude(at moment: BootTime, lead: Double) -> Quaternion {
    guard let time else { return attitude }
    let ahead = max(-0.1, min(0.1, moment.seconds(since: time) + lead))
    return ahead == 0 ? attitude : attitude * Quaternion(rotationVector: rate * ahead)
  }
}
