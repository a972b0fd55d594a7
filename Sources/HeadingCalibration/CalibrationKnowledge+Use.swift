extension CalibrationKnowledge {
  /// The strength, if it can be the Earth's (15 to 80 µT).
  var usableStrength: Double? {
    guard let fieldStrength, fieldStrength > 15e-6, fieldStrength < 80e-6 else { return nil }
    return fieldStrength
  }
}
