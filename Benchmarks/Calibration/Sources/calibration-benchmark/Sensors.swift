/// Which sensors beside the magnetometer a trial has.
enum Sensors: String, CaseIterable {
  case accelerometer = "with accelerometer"
  case gyroscope = "with a calibrated gyroscope too"
  case biasedGyroscope = "with a gyroscope of unknown bias"

  var hasGyroscope: Bool { self != .accelerometer }

  /// What the bound knows.
  var bound: String {
    switch self {
    case .accelerometer: "the accelerometer's"
    case .gyroscope: "attitude known"
    case .biasedGyroscope: "first attitude and bias unknown"
    }
  }
}
