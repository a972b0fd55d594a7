/// Physical limits of a sensor's readings.
struct SensorLimits: Sendable {
  /// Magnitude beyond which a component is a transmission error, SI.
  var absurd: Double

  /// Change from the previous reading beyond which a reading is a transmission error, unless it
  /// persists; SI.
  var jump: Double

  /// Magnitude below which a plateau is no saturation; SI.
  var saturationFloor: Double

  /// Limits of a gyroscope.
  ///
  /// 4000°/s are beyond any sensor. Hands and shocks change a rate by some 10 rad/s between
  /// samples; a bus that reads all ones, by 35.
  static let gyroscope = SensorLimits(absurd: 70, jump: 20, saturationFloor: 2)

  /// Limits of an accelerometer: 200 g.
  static let accelerometer = SensorLimits(absurd: 2000, jump: .infinity, saturationFloor: 15)

  /// Limits of a magnetometer: a hundred times the Earth's field.
  static let magnetometer = SensorLimits(absurd: 0.005, jump: .infinity, saturationFloor: 2e-4)
}
