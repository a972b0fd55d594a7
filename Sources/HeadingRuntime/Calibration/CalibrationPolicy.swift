/// What continuous calibration does with a better calibration.
public enum CalibrationPolicy: String, Sendable, Hashable, CaseIterable {
  /// Continuous calibration is off.
  case off
  /// The calibration is proposed and takes effect once the user accepts it.
  case propose
  /// The calibration is applied and stored, and rolled back if later samples contradict it.
  case apply
}
