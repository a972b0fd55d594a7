import HeadingGeometry
import HeadingSensing

/// Distinguishes a stuck magnetometer or accelerometer, or a stuck axis, from one whose input is
/// constant.
///
/// It repeats its reading while the gyroscope rotates the body: the reading at the start of the
/// repetition, rotated with the body, deviates from the present one.
struct StuckSensorTest {
  /// Detection threshold, above the resolution of most sensors, SI.
  let resolution: Double

  /// Factor on the remaining gyroscope bias in the threshold, in standard deviations.
  private static let biasFactor = 1.5

  /// Reading and attitude when an axis began to repeat.
  private struct Start {
    var attitude: Quaternion?
    var value = Vector3.zero
  }

  private var starts: InlineArray<3, Start> = .init(repeating: Start())

  /// Whether the sensor is stuck and must not be used.
  private(set) var isStuck = false

  /// Since when it has been stuck.
  private(set) var stuckSince = BootTime(nanoseconds: 0)

  init(resolution: Double) { self.resolution = resolution }

  /// Restarts the test, because earlier readings are not comparable.
  mutating func restart() { self = StuckSensorTest(resolution: resolution) }

  /// Tests a sample.
  ///
  /// - Parameters:
  ///   - sample: The reading, body frame.
  ///   - axes: How long each axis has repeated its reading.
  ///   - attitude: Body to the gyroscope's frame; `nil` without a usable gyroscope.
  ///   - drift: 1σ of the remaining gyroscope bias, rad/s.
  @inline(__always)
  mutating func update(
    _ sample: VectorSample, axes: InlineArray<3, Repetition>, attitude: Quaternion?, drift: Double
  ) {
    // Fast path: usually nothing repeats.
    if axes[0].count == 0, axes[1].count == 0, axes[2].count == 0 {
      isStuck = false
    } else {
      testRepetition(sample, axes: axes, attitude: attitude, drift: drift)
    }
  }

  private mutating func testRepetition(
    _ sample: VectorSample, axes: InlineArray<3, Repetition>, attitude: Quaternion?, drift: Double
  ) {
    var (shortest, longest) = (Int.max, 0)
    for index in 0..<3 {
      let count = axes[index].count
      if count == 1 { starts[index] = Start(attitude: attitude, value: sample.value) }
      (shortest, longest) = (min(shortest, count), max(longest, count))
    }
    guard longest >= 5 else {
      isStuck = false
      return
    }
    guard !isStuck, let attitude else { return }
    let isWhole = shortest >= 5
    for index in 0..<3 where axes[index].count > 0 {
      let duration = axes[index].duration
      // A single axis may repeat its reading for a while.
      guard isWhole ? duration > 0.1 : axes[index].count >= 20 && duration > 0.5 else { continue }
      let value = starts[index].value
      // A gyroscope that appeared later has not measured the rotation before.
      let start = starts[index].attitude ?? attitude
      starts[index].attitude = start
      let expected = attitude.conjugate * (start * value)
      let allowed = resolution + Self.biasFactor * drift * duration * value.length
      if abs(expected[index] - sample.value[index]) > allowed {
        isStuck = true
        stuckSince = axes[index].since ?? sample.time
      }
    }
  }
}
