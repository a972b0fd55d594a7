import HeadingGeometry
import HeadingSensing

extension EventDocument {
  static func numbers(_ fix: Fix) -> [String: Double] {
    compact([
      "utc": fix.universalTime?.secondsSince1970, "latitude": fix.coordinate.latitude,
      "longitude": fix.coordinate.longitude, "altitude": fix.altitude,
      "ellipsoidal_altitude": fix.ellipsoidalAltitude,
      "horizontal_accuracy": fix.horizontalAccuracy,
      "vertical_accuracy": fix.verticalAccuracy, "speed": fix.speed,
      "speed_accuracy": fix.speedAccuracy, "course": fix.course?.degrees,
      "course_accuracy": fix.courseAccuracy?.radians, "climb_rate": fix.climbRate,
    ])
  }

  static func numbers(_ parameters: CalibrationParameters) -> [String: Double] {
    let origin = parameters.origin
    return compact([
      "heading_error": parameters.headingError?.radians,
      "heading_error_tilt_20": parameters.headingErrorTilt20?.radians,
      "heading_error_tilt_45": parameters.headingErrorTilt45?.radians,
      "created": origin.created?.secondsSince1970, "latitude": origin.coordinate?.latitude,
      "longitude": origin.coordinate?.longitude, "field_strength": origin.fieldStrength,
      "inclination": origin.inclination?.radians, "coldest": origin.temperatures?.lowerBound,
      "warmest": origin.temperatures?.upperBound, "load_delay": parameters.load?.delay,
      "least_load": parameters.load?.range.lowerBound,
      "most_load": parameters.load?.range.upperBound,
      "reference_temperature": parameters.temperature?.reference,
    ])
  }

  static func vectors(_ parameters: CalibrationParameters) -> [String: [Double]] {
    var vectors = [
      "hard_iron": elements(parameters.hardIron), "soft_iron": elements(parameters.softIron),
      "accelerometer_bias": elements(parameters.accelerometerBias),
      "accelerometer_scale": elements(parameters.accelerometerScale),
      "gyroscope_bias": elements(parameters.gyroscopeBias),
    ]
    if let load = parameters.load { vectors["load_field"] = elements(load.field) }
    if let temperature = parameters.temperature {
      vectors["temperature_field"] = elements(temperature.field)
    }
    if let deviation = parameters.deviation {
      vectors["deviation"] = [
        deviation.a, deviation.b, deviation.c, deviation.d, deviation.e,
      ].map { $0.radians }
    }
    return vectors
  }

  static func numbers(_ state: RestoredState) -> [String: Double] {
    compact([
      "gyroscope_bias_accuracy": state.gyroscopeBiasAccuracy,
      "field_strength": state.fieldStrength, "inclination": state.inclination?.radians,
      "gyroscope_temperature": state.gyroscopeTemperature,
      "heading_deviation": state.headingDeviation?.radians,
    ])
  }

  static func vectors(_ state: RestoredState) -> [String: [Double]] {
    var vectors: [String: [Double]] = [:]
    if let bias = state.gyroscopeBias { vectors["gyroscope_bias"] = elements(bias) }
    if let slope = state.gyroscopeBiasSlope { vectors["gyroscope_bias_slope"] = elements(slope) }
    if let field = state.magneticField { vectors["magnetic_field"] = elements(field) }
    if let attitude = state.attitude {
      vectors["attitude"] = [
        attitude.w, attitude.vector.x, attitude.vector.y, attitude.vector.z,
      ]
    }
    return vectors
  }
}
