import HeadingGeometry
import HeadingSensing
import RealModule

/// How far the horizon that gravity shows is from the one that the navigation filter knows by velocities.
///
/// Who averages the force is off by what a boat or a hand accelerates for seconds, and cannot know it.
struct TiltMismatch {
  /// So long it is remembered, s: a turn, some waves.
  private static let memory = 10.0

  /// Mean square of the angle, both axes.
  private var square = 0.0
  private var elapsed = 0.0
  private var last: BootTime?

  /// Takes both directions of up, body frame, the variance of the known one, rad², and their moment.
  mutating func update(_ up: Vector3, known: Vector3, variance: Double, at time: BootTime) {
    let interval = last.map { time.seconds(since: $0) } ?? 0
    last = time
    elapsed = min(elapsed + interval, Self.memory)
    guard elapsed > 0 else { return }
    // What the known one may be off by is not the other's fault.
    let off = max((up - known).squaredLength - variance, 0)
    square += (off - square) * min(interval / elapsed, 1)
  }

  /// The filter knows no better any more.
  mutating func forget() { self = TiltMismatch() }

  /// 1σ of an azimuth, rad, of a field of this inclination: half of the square lies across the field.
  func deviation(inclination: Angle) -> Double {
    (square / 2).squareRoot() * min(abs(Double.tan(inclination.radians)), 20)
  }
}
