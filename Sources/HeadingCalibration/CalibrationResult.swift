public import HeadingGeometry
public import HeadingSensing

/// What came out of a fit: the numbers, how sure they are, and whether to use them.
public struct CalibrationResult: Sendable, Hashable {
  /// The numbers for the engine, with the predicted heading error on the level; identity if refused outright.
  public var parameters = CalibrationParameters()

  /// Strength of the field that the calibration scales to, T.
  public var fieldStrength = 0.0

  /// Inclination of the field, positive down; `nil` without an accelerometer and a place.
  public var inclination: Angle?

  /// The step of the ladder that the data carried.
  public var rung = CalibrationRung.none

  /// How many samples the fit rests on.
  public var samplesUsed = 0

  /// How many samples were left out because they do not fit.
  public var outliers = 0

  /// Which attitudes were seen.
  public var coverage = CalibrationCoverage()

  /// The heading error that is left, 1σ, predicted from the covariance.
  public var predictedHeadingError = HeadingErrorPrediction.unknown

  /// Root mean square of the field's residual strength over samples kept aside, T; `nil` if none were.
  public var heldOutError: Double?

  /// The same of the calibration in use; `nil` if none is, or none were kept aside.
  public var currentHeldOutError: Double?

  /// Noise of the magnetometer that the fit found, 1σ an axis, T.
  public var noise = 0.0

  /// How much older the field is than the rates of the same samples, s; `nil` without a gyroscope.
  public var lag: Double?

  /// How good it is.
  public var quality = CalibrationQuality.unusable

  /// How sure the judgement is, 0…1: coverage and agreement of the samples.
  public var confidence = 0.0

  /// Why it was refused, or what would make it better.
  public var reasons: CalibrationReasons = []

  /// Whether it should be used.
  public var isAccepted = false

  /// The motion that would help most.
  public var nextMotion = CalibrationMotion.turnAround

  /// Makes the result of no data.
  public init() {}
}
