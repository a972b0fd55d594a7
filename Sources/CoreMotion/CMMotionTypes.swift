/// An acceleration, in g: 9.80665 m/s².
public struct CMAcceleration: Sendable {
  /// Along the device's right side.
  public var x: Double
  /// Along the device's top.
  public var y: Double
  /// Out of the screen.
  public var z: Double

  /// Makes no acceleration.
  public init() { (x, y, z) = (0, 0, 0) }

  /// Makes an acceleration of its parts.
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
}

/// An angular rate, rad/s.
public struct CMRotationRate: Sendable {
  /// About the device's right side.
  public var x: Double
  /// About the device's top.
  public var y: Double
  /// About the axis out of the screen.
  public var z: Double

  /// Makes no rate.
  public init() { (x, y, z) = (0, 0, 0) }

  /// Makes a rate of its parts.
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
}

/// A magnetic field, µT.
public struct CMMagneticField: Sendable {
  /// Along the device's right side.
  public var x: Double
  /// Along the device's top.
  public var y: Double
  /// Out of the screen.
  public var z: Double

  /// Makes no field.
  public init() { (x, y, z) = (0, 0, 0) }

  /// Makes a field of its parts.
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
}

/// How well the magnetometer is calibrated.
public enum CMMagneticFieldCalibrationAccuracy: Int32, Sendable {
  /// Not at all.
  case uncalibrated = -1
  /// Badly.
  case low
  /// Fairly.
  case medium
  /// Well.
  case high
}

/// A magnetic field without the device's own, and how well that is known.
public struct CMCalibratedMagneticField: Sendable {
  /// The field, µT.
  public var field: CMMagneticField
  /// How well the device's own is known.
  public var accuracy: CMMagneticFieldCalibrationAccuracy

  /// Makes no field.
  public init() {
    field = CMMagneticField()
    accuracy = .uncalibrated
  }

  /// Makes a field of its parts.
  public init(field: CMMagneticField, accuracy: CMMagneticFieldCalibrationAccuracy) {
    self.field = field
    self.accuracy = accuracy
  }
}

/// A unit quaternion.
public struct CMQuaternion: Sendable {
  /// Of the axis, times the sine of half the angle.
  public var x: Double
  /// Of the axis, times the sine of half the angle.
  public var y: Double
  /// Of the axis, times the sine of half the angle.
  public var z: Double
  /// The cosine of half the angle.
  public var w: Double

  /// Makes the quaternion of all zeros, as C does.
  public init() { (x, y, z, w) = (0, 0, 0, 0) }

  /// Makes a quaternion of its parts.
  public init(x: Double, y: Double, z: Double, w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }
}

/// A rotation matrix, row by row.
public struct CMRotationMatrix: Sendable {
  /// Row 1, column 1.
  public var m11 = 0.0
  /// Row 1, column 2.
  public var m12 = 0.0
  /// Row 1, column 3.
  public var m13 = 0.0
  /// Row 2, column 1.
  public var m21 = 0.0
  /// Row 2, column 2.
  public var m22 = 0.0
  /// Row 2, column 3.
  public var m23 = 0.0
  /// Row 3, column 1.
  public var m31 = 0.0
  /// Row 3, column 2.
  public var m32 = 0.0
  /// Row 3, column 3.
  public var m33 = 0.0

  /// Makes the matrix of all zeros, as C does.
  public init() {}

  /// Makes a matrix of its elements.
  public init(
    m11: Double, m12: Double, m13: Double, m21: Double, m22: Double, m23: Double, m31: Double,
    m32: Double, m33: Double
  ) {
    (self.m11, self.m12, self.m13) = (m11, m12, m13)
    (self.m21, self.m22, self.m23) = (m21, m22, m23)
    (self.m31, self.m32, self.m33) = (m31, m32, m33)
  }
}
