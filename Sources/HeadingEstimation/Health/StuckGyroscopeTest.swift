import HeadingGeometry
import HeadingSensing

/// Distinguishes a stuck gyroscope, or a stuck axis of it, from a steady turn: field or gravity in
/// the body frame contradict its rates.
struct StuckGyroscopeTest {
  /// Threshold of the residual, above noise and hand tremor, SI.
  let threshold: Double
  /// Averaging time of the residual, s.
  private static let memory = 0.1
  /// Longest test, s, beyond which gyroscope bias would look like a fault.
  private static let window = 10.0
  /// Unknown delay between the sensors, s.
  private static let delay = 0.015

  /// The sample at the start of the test, and the attitude then.
  private var start: (sample: VectorSample, attitude: Quaternion)?
  private var newest = BootTime(nanoseconds: 0)
  private var mean: Vector3 = .zero
  private(set) var isStuck = false

  init(threshold: Double) { self.threshold = threshold }

  /// Restarts the test after a new gyroscope reading.
  mutating func restart() { self = StuckGyroscopeTest(threshold: threshold) }

  /// Adds a new field or specific force, body frame, while the gyroscope repeats its readings.
  ///
  /// - Parameters:
  ///   - sample: The field or force.
  ///   - attitude: Body to the gyroscope's frame, integrated from its rates.
  ///   - rate: Angular rate of the axes that are not stuck, rad/s, which turns the delay between
  ///     the sensors into a residual.
  mutating func update(_ sample: VectorSample, attitude: Quaternion, rate: Double) {
    guard !isStuck else { return }
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
    isStuck = mean.length > threshold + Self.delay * rate * sample.value.length
  }
}
