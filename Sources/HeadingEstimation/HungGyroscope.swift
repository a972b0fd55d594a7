import HeadingGeometry
import HeadingSensing

/// Tells a gyroscope that hangs from one in a steady turn: the field in the body is not where the repeated rate takes it.
struct HungGyroscope {
  /// What noise and hands leave, T.
  private static let misfit = 3e-6
  /// The time over which the misfit is averaged, s.
  private static let memory = 0.1
  /// After so long, s, an offset of the gyroscope would look like a misfit.
  private static let window = 10.0

  private var start: VectorSample?
  private var mean: Vector3 = .zero
  private(set) var isHung = false

  /// The gyroscope says something new.
  mutating func restart() { self = HungGyroscope() }

  /// Takes a fresh field, T, body frame, while the gyroscope repeats `rate`, rad/s without its offset.
  mutating func update(_ field: VectorSample, rate: Vector3, interval: Double) {
    guard !isHung else { return }
    guard let start, field.time.seconds(since: start.time) < Self.window else {
      self.start = field
      mean = .zero
      return
    }
    let turn = rate * field.time.seconds(since: start.time)
    let expected = Quaternion(rotationVector: turn).conjugate * start.value
    mean += (field.value - expected - mean) * (interval / (Self.memory + interval))
    isHung = mean.length > Self.misfit
  }
}
