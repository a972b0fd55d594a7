public import HeadingCalibration
import HeadingGeometry
public import HeadingSensing
public import HeadingStorage

/// A result of the continuous calibration that fits the field better than the calibration in force.
public struct CalibrationProposal: Sendable, Hashable {
  /// The profile, not yet stored.
  public var profile: CalibrationProfile

  /// The fit.
  public var result: CalibrationResult

  /// Time of the newest sample of the fit.
  public var time: BootTime
}

extension CalibrationProposal: CustomStringConvertible {
  /// One sentence: the predicted heading error, and the held-out errors of this calibration and of
  /// the one in force.
  public var description: String {
    var text =
      "heading error \(DecimalFormat.hundredths(result.predictedHeadingError.level.degrees))° predicted"
    if let error = result.heldOutError, let current = result.currentHeldOutError {
      text +=
        "; held-out error \(DecimalFormat.microtesla(error)) instead of \(DecimalFormat.microtesla(current))"
    }
    if let load = result.parameters.load { text += "; \(load.diagnosis)" }
    return text
  }
}
