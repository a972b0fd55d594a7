/// Calibration state of the accelerometer in the samples.
public enum AccelerometerCondition: Sendable, Hashable {
  /// Unknown: its errors are estimated if significant. Without tilts they cannot be: its bias then
  /// counts as 10 mg, 1σ per axis, in the predicted error.
  case unknown
  /// Uncalibrated: its bias may be tens of milli-g and is part of the uncertainty.
  case uncalibrated
  /// Calibrated: the forces are corrected.
  case calibrated
}
