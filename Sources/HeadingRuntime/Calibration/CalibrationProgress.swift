public import HeadingCalibration
import HeadingGeometry

/// How far a guided calibration has come.
public struct CalibrationProgress: Sendable {
  /// What was gathered.
  public var snapshot: CalibrationSnapshot

  /// The newest fit.
  public var result: CalibrationResult

  /// The heading error that was asked for, degrees, 1σ, at 20° of tilt; `nil` for ``usualTarget`` once
  /// all directions were seen.
  public var askedTarget: Double?

  /// The heading error that is aimed at where none was asked for, degrees, 1σ, at 20° of tilt.
  public static let usualTarget = 0.5

  /// The heading error that is aimed at, degrees, 1σ, at 20° of tilt.
  public var target: Double { askedTarget ?? Self.usualTarget }

  /// The turn that leads to what was not seen yet, such as nose down and roll left.
  public var turns: [CalibrationTurn]

  /// Seconds since something new was seen, a cell or a heading.
  public var sinceNew: Double

  /// Seconds without anything new after which a body is taken to turn no further: a boat, a robot.
  public static let patience = 20.0

  /// Makes progress.
  ///
  /// - Parameters:
  ///   - snapshot: What was gathered.
  ///   - result: The fit to it.
  ///   - target: Degrees, 1σ, at 20° of tilt; `nil` for the usual one once all directions were seen.
  ///   - sinceNew: Seconds since something new was seen.
  public init(
    snapshot: CalibrationSnapshot, result: CalibrationResult, target: Double?, sinceNew: Double = 0
  ) {
    self.snapshot = snapshot
    self.result = result
    askedTarget = target
    self.sinceNew = sinceNew
    turns = CalibrationTurn.toUnseen(snapshot)
  }

  /// Whether the calibration is as good as was asked for or, where nothing was asked for, as good as
  /// usual and rests on all the motion there is.
  public var isEnough: Bool { obstacle == nil }

  /// What keeps the calibration from its end, in words; `nil` once it is enough.
  ///
  /// The prediction knows the noise, not what no model has (an offset of the accelerometer, say): a
  /// few directions are no ground to stop, unless the user named the target or nothing new was seen for
  /// ``patience``.
  public var obstacle: String? {
    guard result.rung > .none else { return "the samples give no calibration yet" }
    let error = result.predictedHeadingError.tilt20.degrees
    guard error <= target else {
      return "heading error \(Self.hundredths(error))° at 20° of tilt, target "
        + "\(Self.hundredths(target))°"
    }
    guard result.isAccepted else {
      return result.reasons.advice.first ?? "the calibration is not accepted"
    }
    if askedTarget != nil || result.nextMotion == .enough || sinceNew >= Self.patience {
      return nil
    }
    return "not all directions were seen: \(result.nextMotion)"
  }

  /// Two decimals, rounded up for an error just above a target that looks the same.
  private static func hundredths(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1000 else { return "over 180" }
    let count = Int((value * 100).rounded(.up))
    let rest = count % 100
    return "\(count / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// What to do next, in words: the motion that helps the fit most.
  public var next: String {
    isEnough ? CalibrationMotion.enough.description : result.nextMotion.description
  }

  /// The turns in words, such as "nose down, roll left".
  public var words: String { turns.map(\.description).joined(separator: ", ") }
}
