import HeadingGeometry
import HeadingSensing

/// Tells a magnetometer or accelerometer that hangs, wholly or on one axis, from one that has nothing new to say.
///
/// It repeats itself while the gyroscope turns the body so that it would have to say something else: what it said
/// when the repetition began, turned along, departs from what it says.
struct HungVector {
  /// Above the resolution of most parts, SI.
  let resolution: Double

  /// The gyroscope's offset that is left turns by so many deviations at most.
  private static let caution = 1.5

  /// What an axis said when it began to repeat itself, and the attitude then.
  private struct Start {
    var attitude: Quaternion?
    var value = Vector3.zero
  }

  private var starts: InlineArray<3, Start> = .init(repeating: Start())

  /// Whether the sensor must not be used.
  private(set) var isHung = false

  /// Since when it has, if it hangs.
  private(set) var hungSince = BootTime(nanoseconds: 0)

  init(resolution: Double) { self.resolution = resolution }

  /// What the sensor said before does not compare with what it says now.
  mutating func restart() { self = HungVector(resolution: resolution) }

  /// Takes a sample.
  ///
  /// - Parameters:
  ///   - sample: What the sensor says, body frame.
  ///   - axes: For how long each axis has repeated itself.
  ///   - attitude: Body to the gyroscope's frame; `nil` where no gyroscope knows.
  ///   - drift: 1σ of the gyroscope's offset that is left, rad/s.
  @inline(__always)
  mutating func update(
    _ sample: VectorSample, axes: InlineArray<3, Repetition>, attitude: Quaternion?, drift: Double
  ) {
    // That nothing repeats itself is the rule.
    if axes[0].count == 0, axes[1].count == 0, axes[2].count == 0 {
      isHung = false
    } else {
      examine(sample, axes: axes, attitude: attitude, drift: drift)
    }
  }

  private mutating func examine(
    _ sample: VectorSample, axes: InlineArray<3, Repetition>, attitude: Quaternion?, drift: Double
  ) {
    var (shortest, longest) = (Int.max, 0)
    for index in 0..<3 {
      let count = axes[index].count
      if count == 1 { starts[index] = Start(attitude: attitude, value: sample.value) }
      (shortest, longest) = (min(shortest, count), max(longest, count))
    }
    guard longest >= 5 else {
      isHung = false
      return
    }
    guard !isHung, let attitude else { return }
    let isWhole = shortest >= 5
    for index in 0..<3 where axes[index].count > 0 {
      let duration = axes[index].duration
      // An axis alone may say the same for a while.
      guard isWhole ? duration > 0.1 : axes[index].count >= 20 && duration > 0.5 else { continue }
      let value = starts[index].value
      // A gyroscope that has come since knows of no turn before.
      let start = starts[index].attitude ?? attitude
      starts[index].attitude = start
      let expected = attitude.conjugate * (start * value)
      let allowed = resolution + Self.caution * drift * duration * value.length
      if abs(expected[index] - sample.value[index]) > allowed {
        isHung = true
        hungSince = axes[index].since ?? sample.time
      }
    }
  }
}
