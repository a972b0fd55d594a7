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
    func microtesla(_ value: Double) -> String {
      let hundredths = Int((min(max(value, 0), 1) * 1e8).rounded())
      let rest = hundredths % 100
      return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) µT"
    }
    let tenths = Int((min(result.predictedHeadingError.level.degrees, 180) * 10).rounded())
    var text = "heading error \(tenths / 10).\(tenths % 10)° predicted"
    if let error = result.heldOutError, let current = result.currentHeldOutError {
      text += "; samples kept aside miss by \(microtesla(error)) instead of \(microtesla(current))"
    }
    return text
  }
}
