/// What becomes of a better calibration that is found while the service runs.
public enum CalibrationPolicy: String, Sendable, Hashable, CaseIterable {
  /// None is looked for.
  case off
  /// It is proposed; somebody has to accept it.
  case propose
  /// It is put into force and kept, and taken back if what comes afterwards speaks against it.
  case apply
}
