/// Why the result of a guided calibration is not used; the calibration goes on.
package struct CalibrationRefusal: Error, Hashable, CustomStringConvertible {
  /// One English sentence for people, without a full stop.
  package var description: String
}
