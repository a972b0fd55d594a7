/// Which sensors beside the magnetometer a trial has.
enum Sensors: String, CaseIterable {
  case accelerometer = "With accelerometer; bound: inclination known"
  case gyroscope = "With a calibrated gyroscope too; bound: attitude known"
  case biasedGyroscope =
    "With a gyroscope of unknown bias; bound: attitude known, out of its reach"

  var hasGyroscope: Bool { self != .accelerometer }

  /// How often the bound the error may be; without a limit where the bound knows more than the data tell.
  func factor(_ motion: Motion) -> Double {
    switch self {
    case .accelerometer: motion == .outliers ? 1.5 : 1.2
    case .gyroscope: motion == .outliers ? 1.5 : 1.3
    case .biasedGyroscope: .infinity
    }
  }
}
