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

  private struct Axis {
    var count = 0
    var since = BootTime(nanoseconds: 0)
    var attitude: Quaternion?
    var value = Vector3.zero
  }

  private var axes: InlineArray<3, Axis> = .init(repeating: Axis())
  private var last: Vector3 = .init(repeating: .nan)

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
  ///   - attitude: Body to the gyroscope's frame; `nil` where no gyroscope knows.
  ///   - drift: 1σ of the gyroscope's offset that is left, rad/s.
  mutating func update(_ sample: VectorSample, attitude: Quaternion?, drift: Double) {
    let isRepeated = sample.value .== last
    last = sample.value
    var longest = 0
    for index in 0..<3 {
      guard isRepeated[index] else {
        axes[index].count = 0
        continue
      }
      if axes[index].count == 0 {
        axes[index] = Axis(since: sample.time, attitude: attitude, value: sample.value)
      }
      if axes[index].count < .max { axes[index].count += 1 }
      longest = max(longest, axes[index].count)
    }
    guard longest >= 5 else {
      isHung = false
      return
    }
    guard !isHung, let attitude else { return }
    let isWhole = min(axes[0].count, axes[1].count, axes[2].count) >= 5
    for index in 0..<3 {
      let duration = sample.time.seconds(since: axes[index].since)
      // An axis alone may say the same for a while.
      guard isWhole ? duration > 0.1 : axes[index].count >= 20 && duration > 0.5 else { continue }
      let value = axes[index].value
      // A gyroscope that has come since knows of no turn before.
      let start = axes[index].attitude ?? attitude
      axes[index].attitude = start
      let expected = attitude.conjugate * (start * value)
      let allowed = resolution + Self.caution * drift * duration * value.length
      if abs(expected[index] - sample.value[index]) > allowed {
        isHung = true
        hungSince = axes[index].since
      }
    }
  }
}
