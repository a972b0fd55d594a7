public import CHeading
import HeadingEstimation

/// `heading_parameters_calibrated`.
@_cdecl("heading_parameters_calibrated")
public func writeCalibratedParameters(
  _ parameters: UnsafeMutablePointer<heading_parameters>?
) -> Int32 {
  unsafe heading_parameters(OrientationParameters()).write(to: parameters).rawValue
}

/// `heading_parameters_uncalibrated`.
@_cdecl("heading_parameters_uncalibrated")
public func writeUncalibratedParameters(
  _ parameters: UnsafeMutablePointer<heading_parameters>?
) -> Int32 {
  unsafe heading_parameters(OrientationParameters.uncalibrated).write(to: parameters).rawValue
}

extension heading_parameters {
  /// The parameters in C.
  init(_ parameters: OrientationParameters) {
    self.init()
    inertial_latency = parameters.inertialLatency
    magnetometer_latency = parameters.magnetometerLatency
    acceleration_time = parameters.accelerationTime
    smoothing_time = parameters.smoothingTime
    gyroscope_bias = parameters.initialBiasDeviation
    bias_walk = parameters.biasWalk
    bias_temperature_slope = parameters.biasTemperatureSlope
    bias_rest = parameters.biasRestDeviation
    bias_limit = parameters.biasLimit
    rest_rate = parameters.restRate
    rest_acceleration = parameters.restAcceleration
    rest_time = parameters.restTime
    gyroscope_scale_error = parameters.gyroscopeScaleError
    gyroscope_turn_error = parameters.gyroscopeTurnError
    heading_noise = parameters.headingNoise
    field_variation = parameters.fieldVariation
    field_variation_time = parameters.fieldVariationTime
    field_walk = parameters.fieldWalk
    magnetometer_noise = parameters.magnetometerNoise
    magnetometer_rate_noise = parameters.magnetometerRateNoise
    hard_iron = parameters.hardIronDeviation
    soft_iron = parameters.softIronDeviation
    field_deviation = parameters.fieldDeviation
    hard_iron_walk = parameters.hardIronWalk
    local_field = parameters.localFieldDeviation
  }

  /// The same in Swift; `nil` if one of them is not a positive number.
  ///
  /// Latencies, relative errors and the local field may be 0.
  var swift: OrientationParameters? {
    var parameters = OrientationParameters()
    var isValid = true
    func positive(_ value: Double) -> Double {
      if !(value > 0 && value < 1e6) { isValid = false }
      return value
    }
    func natural(_ value: Double) -> Double {
      if !(value >= 0 && value < 1e6) { isValid = false }
      return value
    }
    parameters.inertialLatency = natural(inertial_latency)
    parameters.magnetometerLatency = natural(magnetometer_latency)
    parameters.accelerationTime = positive(acceleration_time)
    parameters.smoothingTime = positive(smoothing_time)
    parameters.initialBiasDeviation = positive(gyroscope_bias)
    parameters.biasWalk = positive(bias_walk)
    parameters.biasTemperatureSlope = positive(bias_temperature_slope)
    parameters.biasRestDeviation = positive(bias_rest)
    parameters.biasLimit = positive(bias_limit)
    parameters.restRate = positive(rest_rate)
    parameters.restAcceleration = positive(rest_acceleration)
    parameters.restTime = positive(rest_time)
    parameters.gyroscopeScaleError = natural(gyroscope_scale_error)
    parameters.gyroscopeTurnError = natural(gyroscope_turn_error)
    parameters.headingNoise = positive(heading_noise)
    parameters.fieldVariation = positive(field_variation)
    parameters.fieldVariationTime = positive(field_variation_time)
    parameters.fieldWalk = positive(field_walk)
    parameters.magnetometerNoise = positive(magnetometer_noise)
    parameters.magnetometerRateNoise = natural(magnetometer_rate_noise)
    parameters.hardIronDeviation = positive(hard_iron)
    parameters.softIronDeviation = natural(soft_iron)
    parameters.fieldDeviation = positive(field_deviation)
    parameters.hardIronWalk = positive(hard_iron_walk)
    parameters.localFieldDeviation = natural(local_field)
    return isValid ? parameters : nil
  }

  /// Writes them into a caller's struct.
  func write(to target: UnsafeMutablePointer<heading_parameters>?) -> Outcome {
    unsafe SizedStruct.write(self, to: target)
  }
}
