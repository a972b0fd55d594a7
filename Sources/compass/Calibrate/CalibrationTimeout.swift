import ArgumentParser
import HeadingTerminal

/// The time after which a calibration ends by itself.
enum CalibrationTimeout {
  /// Refuses what is no time to wait, in seconds.
  static func check(_ timeout: Double) throws {
    guard timeout > 0, timeout <= 86_400 else {
      throw ValidationError(
        "--timeout \(NumberText.typed(timeout)) is not above 0 and up to 86400 seconds.")
    }
  }
}
