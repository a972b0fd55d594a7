/// Why a magnetic model gave no field.
public enum MagneticModelError: Error, Hashable, Sendable {
  /// The decimal year is outside the model's validity.
  case dateOutOfRange(Double, validity: ClosedRange<Double>)

  /// The date is not a finite number.
  case dateNotFinite

  /// The height above the ellipsoid, m, is outside ``MagneticModel/heights`` or not a number.
  case heightOutOfRange(Double)
}

extension MagneticModelError: CustomStringConvertible {
  /// What is wrong.
  public var description: String {
    switch self {
    case .dateOutOfRange(let year, let validity):
      "the model holds from \(validity.lowerBound) to \(validity.upperBound), not for "
        + "\((year * 100).rounded() / 100)"
    case .dateNotFinite: "the date is not a number"
    case .heightOutOfRange(let height):
      "the height of \(height) m is not between -11 km and 850 km, where the model holds"
    }
  }
}
