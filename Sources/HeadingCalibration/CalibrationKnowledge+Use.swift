import HeadingGeometry

extension CalibrationKnowledge {
  /// The strength, if it can be the Earth's (``PhysicalConstants/earthField``).
  var usableStrength: Double? {
    guard let fieldStrength, PhysicalConstants.earthField.contains(fieldStrength) else {
      return nil
    }
    return fieldStrength
  }
}
