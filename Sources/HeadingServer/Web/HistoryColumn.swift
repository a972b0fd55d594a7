/// A number in a row of a history, under its name in docs/web.md.
package enum HistoryColumn: String, CaseIterable, Sendable {
  case bootTime = "boot_time"
  case magneticHeading = "magnetic_heading"
  case trueHeading = "true_heading"
  case headingAccuracy = "heading_accuracy"
  case headingAccuracy95 = "heading_accuracy_95"
  case noise
  case gyroscopeHold = "gyroscope_hold"
  case calibration
  case disturbance
  case localField = "local_field"
  case tilt
  case pitch
  case roll
  case fieldStrength = "field_strength"
  case inclination
  case modelStrength = "model_strength"
  case modelInclination = "model_inclination"
  case altitude
  case relativeAltitude = "relative_altitude"
  case climbRate = "climb_rate"
  case latitude
  case longitude
  case horizontalAccuracy = "horizontal_accuracy"
  case speed
  case course

  /// Number of decimals that are sent.
  var decimals: Int {
    switch self {
    case .latitude, .longitude: 7
    case .horizontalAccuracy, .course: 1
    default: 2
    }
  }
}
