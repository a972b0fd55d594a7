import HeadingGeometry
import HeadingSensing

/// Tells a gyroscope that hangs, wholly or on one axis, from one in a steady turn: field or gravity in the body are not
/// where its rates take them.
struct HungGyroscope {
  /// What noise and hands leave, SI.
  let misfit: Double
  /// The time over which the misfit is averaged, s.
  private static let memory = 0.1
  /// After so long, s, an offset of the gyroscope would look like a misfit.
  private static let window = 10.0
  /// Delay between the sensors that is not known, s.
  private static let delay = 0.015

  /// The sample at the beginning, and the attitude then.
  private var start: (sample: VectorSample, attitude: Quaternion)?
  private var newest = BootTime(nanoseconds: 0)
  private var mean: Vector3 = .zero
  private(set) var isHung = false

  init(misfit: Double) { self.misfit = misfit }

  /// The gyroscope says something new.
  mutating func restart() { self = HungGyroscope(misfit: misfit) }

  /// Takes a fresh field or specific force, body frame, while the gyroscope repeats itself.
  ///
  /// - Parameters:
  ///   - sample: The field or force.
  ///   - attitude: Body to the gyroscope's frame, as it has carried it.
  ///   - rate: Angular rate on the axes that do not repeat themselves, rad/s, by which sensors differ whose delays do.
  mutating func update(_ sample: VectorSample, attitude: Quaternion, rate: Double) {
    guard !isHung else { return }
    guard let start, sample.time.seconds(since: start.sample.time) < Self.window else {
      self.start = (sample, attitude)
      newest = sample.time
      mean = .zero
      return
    }
    let interval = sample.time.seconds(since: newest)
    newest = sample.time
    let expected = attitude.conjugate * (start.attitude * start.sample.value)
    mean += (sample.value - expected - mean) * (interval / (Self.memory + interval))
    isHung = mean.length > misfit + Self.delay * rate * sample.value.length
  }
}
