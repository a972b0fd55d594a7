/// Why a guided calibration of a running service cannot begin or go on.
package struct CalibrationInterruption: Error, Hashable, CustomStringConvertible {
  /// One English sentence for people, without a full stop.
  package var description: String
}
