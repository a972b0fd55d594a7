public import HeadingCalibration
import HeadingGeometry

/// How far a guided calibration has come.
public struct CalibrationProgress: Sendable {
  /// What was gathered.
  public var snapshot: CalibrationSnapshot

  /// The newest fit.
  public var result: CalibrationResult

  /// The heading error that is aimed at, 1σ, at 20° of tilt.
  public var target: Double

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
  ///   - target: Degrees, 1σ, at 20° of tilt.
  ///   - sinceNew: Seconds since something new was seen.
  public init(
    snapshot: CalibrationSnapshot, result: CalibrationResult, target: Double, sinceNew: Double = 0
  ) {
    self.snapshot = snapshot
    self.result = result
    self.target = target
    self.sinceNew = sinceNew
    turns = CalibrationTurn.toUnseen(snapshot)
  }

  /// Whether the calibration is as good as was asked for, and rests on all the motion there is.
  ///
  /// The prediction knows the noise, not what no model has (an offset of the accelerometer, say): a
  /// few directions are no ground to stop, unless nothing new was seen for ``patience``.
  public var isEnough: Bool {
    result.isAccepted && result.predictedHeadingError.tilt20.degrees <= target
      && (result.nextMotion == .enough || sinceNew >= Self.patience)
  }

  /// What to do next, in words: the motion that helps the fit most.
  public var next: String {
    isEnough ? CalibrationMotion.enough.description : result.nextMotion.description
  }

  /// The turns in words, such as "nose down, roll left".
  public var words: String { turns.map(\.description).joined(separator: ", ") }
}
