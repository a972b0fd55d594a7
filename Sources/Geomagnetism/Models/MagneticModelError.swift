/// Why a magnetic model was not evaluated.
public enum MagneticModelError: Error, Hashable, Sendable {
  /// The date, a decimal year, is outside the model's validity.
  case dateOutOfRange(Double, validity: ClosedRange<Double>)

  /// The date is not a finite number.
  case dateNotFinite

  /// The height above the ellipsoid, m, is outside ``MagneticModel/heights`` or NaN.
  case heightOutOfRange(Double)
}

extension MagneticModelError: CustomStringConvertible {
  /// The error in words; the range of heights is that of ``MagneticModel/heights``.
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
