public import HeadingGeometry

/// Ground truth of a simulation at one time.
public struct SimulatedTruth: Sendable, Hashable {
  /// Attitude, body to *magnetic* ENU, as the service estimates it.
  public var attitude: Quaternion

  /// Angular rate, rad/s, body frame.
  public var angularRate: Vector3

  /// Specific force, m/s², body frame; at rest +g upward.
  public var specificForce: Vector3

  /// Magnetic field without the board's iron, T, body frame.
  public var magneticField: Vector3

  /// The Earth's field at the position, T, true ENU.
  public var earthField: EarthField

  /// Position.
  public var coordinate: Coordinate

  /// Height above mean sea level, m.
  public var altitude: Double

  /// Velocity over ground, m/s, true ENU.
  public var velocity: Vector3

  /// Air pressure, Pa.
  public var pressure: Double

  /// Temperature of the chips, K.
  public var temperature: Double

  /// Magnetic heading, pitch and roll.
  public var angles: AttitudeAngles { AttitudeAngles(attitude) }

  /// Magnetic heading of the forward axis.
  public var magneticHeading: Heading<MagneticNorth> { Heading(angles.heading) }

  /// True heading of the forward axis.
  public var trueHeading: Heading<TrueNorth> {
    magneticHeading.converted(by: earthField.declination)
  }

  /// Elevation of the forward axis, positive nose up.
  public var pitch: Angle { angles.pitch }

  /// Rotation about the forward axis, positive right side down.
  public var roll: Angle { angles.roll }
}
