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

  /// Makes progress.
  ///
  /// - Parameters:
  ///   - snapshot: What was gathered.
  ///   - result: The fit to it.
  ///   - target: Degrees, 1σ, at 20° of tilt.
  public init(snapshot: CalibrationSnapshot, result: CalibrationResult, target: Double) {
    self.snapshot = snapshot
    self.result = result
    self.target = target
    turns = CalibrationTurn.toUnseen(snapshot)
  }

  /// Whether the calibration is as good as was asked for.
  public var isEnough: Bool {
    result.isAccepted && result.predictedHeadingError.tilt20.degrees <= target
  }

  /// What to do next, in words: the motion that helps the fit most.
  public var next: String {
    isEnough ? CalibrationMotion.enough.description : result.nextMotion.description
  }

  /// The turns in words, such as "nose down, roll left".
  public var words: String { turns.map(\.description).joined(separator: ", ") }
}
