/// Sensors of a trial, besides the magnetometer.
enum Sensors: String, CaseIterable {
  case accelerometer = "with accelerometer"
  case gyroscope = "with a calibrated gyroscope too"
  case biasedGyroscope = "with a gyroscope of unknown bias"

  var hasGyroscope: Bool { self != .accelerometer }

  /// Information that the bound assumes.
  var bound: String {
    switch self {
    case .accelerometer: "the accelerometer's"
    case .gyroscope: "attitude known"
    case .biasedGyroscope: "first attitude and bias unknown"
    }
  }
}
