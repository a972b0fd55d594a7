import HeadingGeometry
import HeadingSensing

/// Tells a magnetometer that hangs from one at rest: it repeats itself while the gyroscope turns the body.
struct HungMagnetometer {
  /// Above the resolution of most parts, T.
  private static let resolution = 0.3e-6

  private var start: Quaternion?
  private(set) var isHung = false

  /// The magnetometer says something new in this attitude, body to the gyroscope's frame.
  mutating func restart(at attitude: Quaternion) {
    start = attitude
    isHung = false
  }

  /// Takes a field that is repeated for `duration`, s; `drift` is the gyroscope's offset that is left, rad/s.
  mutating func update(_ value: Vector3, attitude: Quaternion, duration: Double, drift: Double) {
    guard !isHung, let start else { return }
    let moved = (attitude.conjugate * (start * value) - value).length
    isHung = moved > Self.resolution + 1.5 * drift * duration * value.length
  }
}
