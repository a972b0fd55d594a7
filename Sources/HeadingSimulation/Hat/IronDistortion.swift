public import HeadingGeometry
public import HeadingSensing

/// What the iron of the hat does to the magnetometer: raw = distortion · field + offset, body frame.
public struct IronDistortion: Sendable, Hashable {
  /// Hard iron: a field that turns with the body, T.
  public var offset: Vector3

  /// Soft iron: how the body bends and scales the field; symmetric, dimensionless.
  public var distortion: Matrix3

  /// Makes a distortion.
  public init(offset: Vector3, distortion: Matrix3) {
    self.offset = offset
    self.distortion = distortion
  }

  /// A hat without iron.
  public static let none = IronDistortion(offset: .zero, distortion: .identity)

  /// A hat of the usual kind: 31 µT of hard iron, axes stretched by up to 10 % and coupled by 4 %.
  public static let typical = IronDistortion(
    offset: Vector3(18e-6, -22e-6, 12e-6),
    distortion: Matrix3(
      rows: Vector3(1.06, 0.03, -0.02), Vector3(0.03, 0.94, 0.04), Vector3(-0.02, 0.04, 1.02)))

  /// What the magnetometer feels of a field given in the body frame, T.
  public func applied(to field: Vector3) -> Vector3 { distortion * field + offset }

  /// The calibration that undoes the distortion exactly: S · (raw − h) is the field again.
  ///
  /// The soft iron matrix stays the identity if the distortion cannot be undone (a field in a plane).
  public var calibration: CalibrationParameters {
    var parameters = CalibrationParameters()
    parameters.hardIron = offset
    parameters.softIron = distortion.inverse ?? .identity
    return parameters
  }
}
