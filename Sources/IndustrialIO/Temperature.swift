import HeadingGeometry

/// The step from the kernel's unit of temperature to SI.
enum Temperature {
  /// Kelvin from thousandths of a degree Celsius.
  static func kelvin(milliCelsius: Double) -> Double {
    milliCelsius / 1000 + PhysicalConstants.zeroCelsius
  }
}
