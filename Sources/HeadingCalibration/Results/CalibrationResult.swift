public import HeadingGeometry
public import HeadingSensing

/// Result of a fit: parameters, their uncertainty, and whether to use them.
public struct CalibrationResult: Sendable, Hashable {
  /// The calibration parameters with the predicted heading error; identity if refused.
  public var parameters = CalibrationParameters()

  /// Strength of the field that the calibration scales to, T.
  public var fieldStrength = 0.0

  /// Inclination of the field, positive down; `nil` without an accelerometer and a place.
  public var inclination: Angle?

  /// The selected model.
  public var rung = CalibrationModel.none

  /// Number of samples in the fit, without outliers.
  public var samplesUsed = 0

  /// Number of outliers.
  public var outliers = 0

  /// Coverage of attitudes.
  public var coverage = CalibrationCoverage()

  /// Predicted heading error, 1σ, from the covariance.
  public var predictedHeadingError = HeadingErrorPrediction.unknown

  /// Root mean square residual field of cross-validation, T; `nil` if there was none.
  public var heldOutError: Double?

  /// The same of the calibration in use; `nil` without one.
  public var currentHeldOutError: Double?

  /// Estimated magnetometer noise, 1σ per axis, T.
  public var noise = 0.0

  /// Lag of the field behind the rates of the same samples, s; `nil` without a gyroscope.
  public var lag: Double?

  /// Quality of the calibration.
  public var quality = CalibrationQuality.unusable

  /// Confidence, 0…1: from coverage and consistency of the samples.
  public var confidence = 0.0

  /// Why it was refused, or what limits its quality.
  public var reasons: CalibrationReasons = []

  /// Whether to use it.
  public var isAccepted = false

  /// The motion that would reduce the uncertainty most.
  public var nextMotion = CalibrationMotion.turnAround

  /// Makes a result without data.
  public init() {}
}
