/// Physical constants with the values of standards.
public enum PhysicalConstants {
  /// Standard gravity, m/s² (CGPM 1901, ISO 80000-3).
  public static let standardGravity = 9.80665

  /// Standard atmosphere at mean sea level, Pa (ICAO Doc 7488).
  public static let standardPressure = 101_325.0

  /// One microtesla in tesla.
  public static let microtesla = 1e-6

  /// One gauss in tesla.
  public static let gauss = 1e-4

  /// Plausible strength of the field at the Earth's surface, T: 22 to 67 µT by WMM2025, and a
  /// margin for buildings.
  public static let earthField = 20e-6...70e-6

  /// 0 °C in kelvin.
  public static let zeroCelsius = 273.15
}
