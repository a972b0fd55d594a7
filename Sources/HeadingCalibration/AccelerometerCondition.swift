/// What is known of the accelerometer whose forces are in the samples.
public enum AccelerometerCondition: Sendable, Hashable {
  /// Nothing: its errors are taken into the fit where the samples show them.
  case unknown
  /// It was never calibrated: its bias may be tens of milli-g, and a fit that cannot tell has to say so.
  case uncalibrated
  /// It was calibrated, and that is applied to the forces.
  case calibrated
}
