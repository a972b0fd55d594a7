/// The user ended a guided calibration; nothing is changed.
public struct CalibrationAbandoned: Error, Hashable {}
