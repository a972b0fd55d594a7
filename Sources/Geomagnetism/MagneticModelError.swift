/// Why a magnetic model gave no field.
public enum MagneticModelError: Error, Hashable, Sendable {
  /// The decimal year is outside the model's validity.
  case dateOutOfRange(Double, validity: ClosedRange<Double>)

  /// The date is not a finite number.
  case dateNotFinite

  /// The height above the ellipsoid, m, is outside ``MagneticModel/heights`` or not a number.
  case heightOutOfRange(Double)
}
