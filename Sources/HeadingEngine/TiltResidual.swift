import HeadingGeometry
import HeadingSensing
import RealModule

/// Residual of the tilt from averaged specific force against the navigation filter's tilt from
/// velocities.
///
/// Averaged force contains accelerations of a boat or a hand that last for seconds, which the
/// attitude estimator cannot observe.
struct TiltResidual {
  /// Averaging time, s: a turn, some waves.
  private static let memory = 10.0

  /// Mean square of the angle, sum of both axes, rad².
  private var square = 0.0
  private var elapsed = 0.0
  private var last: BootTime?

  /// Adds both directions of up, body frame, with the variance of the known one, rad², and their
  /// time.
  mutating func update(_ up: Vector3, known: Vector3, variance: Double, at time: BootTime) {
    let interval = last.map { time.seconds(since: $0) } ?? 0
    last = time
    elapsed = min(elapsed + interval, Self.memory)
    guard elapsed > 0 else { return }
    // The variance of the known direction is not the other's error.
    let off = max((up - known).squaredLength - variance, 0)
    square += (off - square) * min(interval / elapsed, 1)
  }

  /// Resets the residual if the filter has no better tilt.
  mutating func reset() { self = TiltResidual() }

  /// 1σ of an azimuth, rad, at a field inclination: half of the square is across the field.
  func deviation(inclination: Angle) -> Double {
    (square / 2).squareRoot() * min(abs(Double.tan(inclination.radians)), 20)
  }
}
