import HeadingGeometry
import HeadingSensing

/// Tells a gyroscope that hangs from one in a steady turn: field or gravity in the body are not where the repeated rate
/// takes them.
struct HungGyroscope {
  /// What noise and hands leave, SI.
  let misfit: Double
  /// The time over which the misfit is averaged, s.
  private static let memory = 0.1
  /// After so long, s, an offset of the gyroscope would look like a misfit.
  private static let window = 10.0

  private var start: VectorSample?
  private var newest = BootTime(nanoseconds: 0)
  private var mean: Vector3 = .zero
  private(set) var isHung = false

  init(misfit: Double) { self.misfit = misfit }

  /// The gyroscope says something new.
  mutating func restart() { self = HungGyroscope(misfit: misfit) }

  /// Takes a fresh field or specific force, body frame, while the gyroscope repeats `rate`, rad/s without its offset.
  mutating func update(_ sample: VectorSample, rate: Vector3) {
    guard !isHung else { return }
    guard let start, sample.time.seconds(since: start.time) < Self.window else {
      self.start = sample
      newest = sample.time
      mean = .zero
      return
    }
    let interval = sample.time.seconds(since: newest)
    newest = sample.time
    let turn = rate * sample.time.seconds(since: start.time)
    let expected = Quaternion(rotationVector: turn).conjugate * start.value
    mean += (sample.value - expected - mean) * (interval / (Self.memory + interval))
    isHung = mean.length > misfit
  }
}
