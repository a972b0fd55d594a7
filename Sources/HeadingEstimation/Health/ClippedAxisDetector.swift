import HeadingGeometry
import HeadingSensing

/// Detects a clipped axis of a chip that is mounted at any angle to the body: all readings lie in
/// one plane.
///
/// A clipped axis repeats its value to the digit while the others change, so that the steps between
/// readings are perpendicular to it; noise does not keep three axes in a plane to nine digits.
struct ClippedAxisDetector {
  private var normal: Vector3 = .zero
  private var step: Vector3 = .zero
  private var count = 0
  private var began = BootTime(nanoseconds: 0)
  private var hasRisen = false

  /// The axis in the body frame, with the sign of the reading.
  func direction(of reading: Vector3) -> Vector3 { normal.dot(reading) < 0 ? -normal : normal }

  /// Resets the detection: the readings are far from the end of any range.
  mutating func restart() { (count, step) = (0, .zero) }

  /// Tests a reading whose length allows a clipped axis.
  ///
  /// - Parameters:
  ///   - new: The reading.
  ///   - previous: The previous reading.
  ///   - mean: The average before it.
  ///   - time: Its time of validity.
  ///   - floor: Smallest magnitude of a clipped axis.
  /// - Returns: Whether an axis is clipped: reached in a rise, and constant for five readings and
  ///   10 ms.
  mutating func isClipped(
    _ new: Vector3, previous: Vector3, mean: Vector3, at time: BootTime, above floor: Double
  ) -> Bool {
    let last = step
    step = new - previous
    let across = last.cross(step)
    let least = 1e-7 * floor
    // Readings that repeat but for rounding, or lie on a line as interpolated ones do, define no
    // plane.
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
