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
    func hundredths(_ value: Double) -> String {
      let whole = Int((min(max(value, 0), 1e6) * 100).rounded())
      let rest = whole % 100
      return "\(whole / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
    func microtesla(_ value: Double) -> String {
      hundredths(value / PhysicalConstants.microtesla) + " µT"
    }
    var text =
      "heading error \(hundredths(result.predictedHeadingError.level.degrees))° predicted"
    if let error = result.heldOutError, let current = result.currentHeldOutError {
      text += "; samples kept aside miss by \(microtesla(error)) instead of \(microtesla(current))"
    }
    return text
  }
}
