/// An acceleration on the device's axes, in units of g = 9.80665 m/s².
public struct CMAcceleration: Sendable {
  /// Component along the device's x axis, to the right.
  public var x: Double
  /// Component along the device's y axis, to the top.
  public var y: Double
  /// Component along the device's z axis, out of the screen.
  public var z: Double

  /// Creates an acceleration of 0.
  public init() { (x, y, z) = (0, 0, 0) }

  /// Creates an acceleration from its components.
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
}

/// An angular rate about the device's axes, rad/s.
public struct CMRotationRate: Sendable {
  /// Rate about the device's x axis, to the right.
  public var x: Double
  /// Rate about the device's y axis, to the top.
  public var y: Double
  /// Rate about the device's z axis, out of the screen.
  public var z: Double

  /// Creates a rate of 0.
  public init() { (x, y, z) = (0, 0, 0) }

  /// Creates a rate from its components.
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
}

/// A magnetic field on the device's axes, µT.
public struct CMMagneticField: Sendable {
  /// Component along the device's x axis, to the right.
  public var x: Double
  /// Component along the device's y axis, to the top.
  public var y: Double
  /// Component along the device's z axis, out of the screen.
  public var z: Double

  /// Creates a field of 0.
  public init() { (x, y, z) = (0, 0, 0) }

  /// Creates a field from its components.
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
}

/// The quality of the magnetometer's calibration.
public enum CMMagneticFieldCalibrationAccuracy: Int32, Sendable {
  /// Not calibrated.
  case uncalibrated = -1
  /// Low: 95 % heading accuracy worse than 15°.
  case low
  /// Medium: 95 % heading accuracy up to 15°.
  case medium
  /// High: 95 % heading accuracy up to 5°.
  case high
}

/// A magnetic field corrected for the device's own, and the quality of the calibration.
public struct CMCalibratedMagneticField: Sendable {
  /// Corrected field, µT.
  public var field: CMMagneticField
  /// Quality of the calibration.
  public var accuracy: CMMagneticFieldCalibrationAccuracy

  /// Creates an uncalibrated field of 0.
  public init() {
    field = CMMagneticField()
    accuracy = .uncalibrated
  }

  /// Creates a field with its accuracy.
  public init(field: CMMagneticField, accuracy: CMMagneticFieldCalibrationAccuracy) {
    self.field = field
    self.accuracy = accuracy
  }
}

/// A unit quaternion.
public struct CMQuaternion: Sendable {
  /// x component of the rotation axis times the sine of half the angle.
  public var x: Double
  /// y component of the rotation axis times the sine of half the angle.
  public var y: Double
  /// z component of the rotation axis times the sine of half the angle.
  public var z: Double
  /// Cosine of half the angle.
  public var w: Double

  /// Creates a quaternion of zeros, as Apple's C structure.
  public init() { (x, y, z, w) = (0, 0, 0, 0) }

  /// Creates a quaternion from its components.
  public init(x: Double, y: Double, z: Double, w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }
}

/// A rotation matrix; `m12` is row 1, column 2.
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

  /// Creates a matrix of zeros, as Apple's C structure.
  public init() {}

  /// Creates a matrix from its elements.
  public init(
    m11: Double, m12: Double, m13: Double, m21: Double, m22: Double, m23: Double, m31: Double,
    m32: Double, m33: Double
  ) {
    (self.m11, self.m12, self.m13) = (m11, m12, m13)
    (self.m21, self.m22, self.m23) = (m21, m22, m23)
    (self.m31, self.m32, self.m33) = (m31, m32, m33)
  }
}
