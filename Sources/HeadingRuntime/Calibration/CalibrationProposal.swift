public import HeadingCalibration
import HeadingGeometry
public import HeadingSensing
public import HeadingStorage

/// A calibration found while running that explains the field better than the one in force.
public struct CalibrationProposal: Sendable, Hashable {
  /// The profile, not yet kept.
  public var profile: CalibrationProfile

  /// How it was found.
  public var result: CalibrationResult

  /// When it was found.
  public var time: BootTime
}

extension CalibrationProposal: CustomStringConvertible {
  /// One sentence: the error it promises, and what it leaves of the field, beside what there is now.
  public var description: String {
    var text =
      "heading error \(SmallNumber.hundredths(result.predictedHeadingError.level.degrees))° predicted"
    if let error = result.heldOutError, let current = result.currentHeldOutError {
      text +=
        "; samples kept aside miss by \(SmallNumber.microtesla(error)) instead of \(SmallNumber.microtesla(current))"
    }
    if let load = result.parameters.load { text += "; \(load.diagnosis)" }
    return text
  }
}
