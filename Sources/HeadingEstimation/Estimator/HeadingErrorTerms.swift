import HeadingSensing

/// The terms of the heading's 68 % bound: independent errors, rad, 68 % each.
///
/// The bound is the root of the sum of their squares.
public struct HeadingErrorTerms: Sendable, Hashable {
  /// Heading error caused by sensor noise.
  public var noise = 0.0

  /// Drift of the gyroscope since the magnetometer last confirmed the heading.
  public var gyroscopeHold = 0.0

  /// Residual hard and soft iron of the magnetometer.
  public var calibration = 0.0

  /// Disturbed field: iron or magnets nearby.
  public var disturbance = 0.0

  /// Deviation of the local field from magnetic north, which a magnetometer cannot observe.
  public var localField = 0.0

  /// Tilt error, which projects the vertical field into the horizontal.
  public var tilt = 0.0

  /// Creates terms that are all zero.
  public init() {}

  /// Multiplies every term.
  ///
  /// - Parameter factor: The factor.
  public mutating func scale(by factor: Double) {
    noise *= factor
    gyroscopeHold *= factor
    calibration *= factor
    disturbance *= factor
    localField *= factor
    tilt *= factor
  }

  /// The root of the sum of the squares, radians.
  public var total: Double {
    (noise * noise + gyroscopeHold * gyroscopeHold + calibration * calibration
      + disturbance * disturbance + localField * localField + tilt * tilt).squareRoot()
  }

  /// The reason of the largest term, for a heading that the terms make unknown.
  var reason: Reasons {
    let largest = max(noise, gyroscopeHold, calibration, disturbance, localField, tilt)
    if largest == disturbance { return .disturbed }
    if largest == gyroscopeHold { return .gyroscopeHold }
    if largest == localField { return .fieldTooWeak }
    // Noise alone makes no heading unknown: its term has the iron that the filter estimates.
    return largest == tilt ? .accelerating : .uncalibrated
  }
}
