import HeadingGeometry

extension CalibrationPriors {
  /// The strength if it is plausible (``PhysicalConstants/earthField``).
  var usableStrength: Double? {
    guard let fieldStrength, PhysicalConstants.earthField.contains(fieldStrength) else {
      return nil
    }
    return fieldStrength
  }
}
