import HeadingGeometry
import HeadingSensing

/// Notices a clipped axis of a chip that is mounted at any angle to the body: all readings lie in one plane.
///
/// A clipped axis says the same to the digit while the others go on, so that the steps between readings are at right
/// angles to it wherever it points; noise does not let three axes stay in a plane to nine digits.
struct ClippedAxis {
  private var normal: Vector3 = .zero
  private var step: Vector3 = .zero
  private var count = 0
  private var began = BootTime(nanoseconds: 0)
  private var hasRisen = false

  /// The axis in the body frame, signed as a reading.
  func direction(of reading: Vector3) -> Vector3 { normal.dot(reading) < 0 ? -normal : normal }

  /// Says that the readings are far from any range's end.
  mutating func restart() { (count, step) = (0, .zero) }

  /// Takes a reading that is longer than a clipped axis can be short.
  ///
  /// - Parameters:
  ///   - new: The reading.
  ///   - previous: The one before.
  ///   - mean: Their average before.
  ///   - time: Its moment.
  ///   - floor: What a clipped axis says at least.
  /// - Returns: Whether an axis is clipped: reached in a rise, and kept for five readings and 10 ms.
  mutating func isClipped(
    _ new: Vector3, previous: Vector3, mean: Vector3, at time: BootTime, above floor: Double
  ) -> Bool {
    let last = step
    step = new - previous
    let across = last.cross(step)
    let least = 1e-7 * floor
    // Readings that repeat themselves but for rounding, or lie on a line as interpolated ones do, are in any plane.
    guard step.squaredLength > least * least,
      across.squaredLength > 1e-6 * last.squaredLength * step.squaredLength
    else {
      count = 0
      return false
    }
    if count > 0, abs(normal.dot(step)) <= 1e-9 * floor {
      if count < .max { count += 1 }
    } else {
      count = 1
      normal = across.direction ?? .zero
      began = time
      let height = abs(normal.dot(new))
      hasRisen = height > floor && abs(normal.dot(mean)) < height / 1.003
    }
    return hasRisen && count >= 4 && time.seconds(since: began) >= 0.01
  }
}
