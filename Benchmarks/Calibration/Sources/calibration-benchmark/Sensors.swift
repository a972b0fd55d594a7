/// Which sensors beside the magnetometer a trial has.
enum Sensors: String, CaseIterable {
  case accelerometer = "With accelerometer; bound: inclination known"
  case gyroscope = "With a calibrated gyroscope too; bound: attitude known"
  case biasedGyroscope =
    "With a gyroscope of unknown bias; bound: first attitude and bias unknown"

  var hasGyroscope: Bool { self != .accelerometer }

  /// How often the bound the error may be.
  func factor(_ motion: Motion) -> Double {
    motion == .outliers ? 1.5 : self == .accelerometer ? 1.2 : 1.3
  }
}
