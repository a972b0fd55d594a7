import HeadingGeometry
import RealModule

/// Turns the levelled frame to magnetic north, slowly, and not at all while the field is disturbed.
struct NorthFilter {
  /// Angle about the vertical from the levelled frame to magnetic ENU, rad.
  private(set) var offset = 0.0

  /// Whether a magnetometer has been used.
  private(set) var hasNorth = false

  /// Time since the magnetometer last corrected the heading, s.
  private(set) var holdTime = 0.0

  private var confirmations = 0.0
  private var rejectionTime = 0.0

  mutating func start(at offset: Double) {
    self.offset = offset
    hasNorth = true
  }

  /// Quick convergence again, after a gap.
  mutating func restart() { confirmations = 0 }

  mutating func age(by interval: Double) { holdTime += interval }

  /// Takes a field in the levelled frame.
  mutating func update(
    field: Vector3, interval: Double, isUndisturbed: Bool, timeConstant: Double
  ) {
    let horizontal = field.x * field.x + field.y * field.y
    guard horizontal > 0 else { return }
    let direction = Double.atan2(y: field.x, x: field.y)
    guard hasNorth else {
      offset = direction
      hasNorth = true
      confirmations = 1
      holdTime = 0
      return
    }
    let difference = Angle(radians: direction - offset).normalized.radians
    var gain = 1 - Double.exp(-interval / timeConstant)
    if isUndisturbed {
      rejectionTime = max(0, rejectionTime - 2 * interval)
      holdTime = 0
    } else {
      rejectionTime = min(60, rejectionTime + interval)
      guard rejectionTime >= 60 else { return }
      gain /= 2
    }
    // The first samples are averaged, so that the start is quick.
    confirmations += 1
    gain = max(gain, 1 / confirmations)
    offset = Angle(radians: offset + gain * difference).normalized.radians
  }
}
