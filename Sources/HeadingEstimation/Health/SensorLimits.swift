/// What a sensor can deliver.
struct SensorLimits: Sendable {
  /// A component beyond this is a transmission error, not a measurement; SI.
  var absurd: Double

  /// A value further than this from the one before is one too, unless the next ones say the same; SI.
  var jump: Double

  /// Below this magnitude a repeated largest value is no sign of the end of the range; SI.
  var saturationFloor: Double

  /// Those of a gyroscope.
  ///
  /// 4000°/s are beyond any part. Hands and shocks change a rate by some 10 rad/s from one sample to the next; a
  /// bus that reads all ones, by 35.
  static let gyroscope = SensorLimits(absurd: 70, jump: 20, saturationFloor: 2)

  /// Those of an accelerometer: 200 g.
  static let accelerometer = SensorLimits(absurd: 2000, jump: .infinity, saturationFloor: 15)

  /// Those of a magnetometer: a hundred times the Earth's field.
  static let magnetometer = SensorLimits(absurd: 0.005, jump: .infinity, saturationFloor: 2e-4)
}
