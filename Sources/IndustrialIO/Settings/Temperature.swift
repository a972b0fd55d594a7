import HeadingGeometry

/// Conversion of the kernel's temperature unit to SI.
enum Temperature {
  /// Kelvin from thousandths of a degree Celsius.
  static func kelvin(milliCelsius: Double) -> Double {
    milliCelsius / 1000 + PhysicalConstants.zeroCelsius
  }
}
