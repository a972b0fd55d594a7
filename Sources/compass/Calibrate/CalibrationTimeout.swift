import ArgumentParser
import HeadingTerminal

/// The time limit of a calibration.
enum CalibrationTimeout {
  /// Throws unless the time limit, s, is in range.
  static func check(_ timeout: Double) throws {
    guard timeout > 0, timeout <= 86_400 else {
      throw ValidationError(
        "--timeout \(NumberText.typed(timeout)) is not above 0 and up to 86400 seconds.")
    }
  }
}
