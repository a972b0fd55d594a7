public import HeadingGeometry
public import HeadingSensing

/// Hard and soft iron of the simulated board: raw = distortion · field + offset, body frame.
public struct IronDistortion: Sendable, Hashable {
  /// Hard iron: a constant field in the body frame, T.
  public var offset: Vector3

  /// Soft iron: linear distortion of the field; symmetric, dimensionless.
  public var distortion: Matrix3

  /// Creates a distortion.
  public init(offset: Vector3, distortion: Matrix3) {
    self.offset = offset
    self.distortion = distortion
  }

  /// No hard or soft iron.
  public static let none = IronDistortion(offset: .zero, distortion: .identity)

  /// Typical values: 31 µT of hard iron, axes scaled by up to 10 % and coupled by 4 %.
  public static let typical = IronDistortion(
    offset: Vector3(18e-6, -22e-6, 12e-6),
    distortion: Matrix3(
      rows: Vector3(1.06, 0.03, -0.02), Vector3(0.03, 0.94, 0.04), Vector3(-0.02, 0.04, 1.02)))

  /// The field at the magnetometer, T, for an undistorted field in the body frame.
  public func applied(to field: Vector3) -> Vector3 { distortion * field + offset }

  /// The exact inverse of the distortion: S · (raw − h) is the field.
  ///
  /// The soft-iron matrix is the identity if the distortion is singular.
  public var calibration: CalibrationParameters {
    var parameters = CalibrationParameters()
    parameters.hardIron = offset
    parameters.softIron = distortion.inverse ?? .identity
    return parameters
  }
}
