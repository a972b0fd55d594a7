/// The progress of a guided calibration: the answer to the command `start_calibration`, and about one
/// each second after it.
///
/// The keys are those of `compass calibrate --json`, with ``isComplete`` and ``notice``.
public struct CalibrationProgressMessage: Sendable, Hashable, Codable {
  /// Predicted heading error of a calibration, degrees, 1σ.
  public struct PredictedError: Sendable, Hashable, Codable {
    /// In level attitude.
    public var level: Double

    /// At 20° of tilt, which a target refers to.
    public var tilt20: Double

    /// At 45° of tilt.
    public var tilt45: Double

    /// Creates a prediction.
    public init(level: Double, tilt20: Double, tilt45: Double) {
      self.level = level
      self.tilt20 = tilt20
      self.tilt45 = tilt45
    }
  }

  /// `calibration_progress`.
  public var kind = LineClass.calibrationProgress.rawValue

  /// Seconds from the first to the newest sample.
  public var elapsed = 0.0

  /// Number of samples that the fit uses, at most 1024.
  public var samples = 0

  /// Fraction of the directions of the field that the samples cover, 0 to 1.
  public var coverage = 0.0

  /// Fraction of the headings that the samples cover, 0 to 1.
  public var headings = 0.0

  /// Tilt of the body that the samples reach, degrees: their 95th percentile.
  public var tilt = 0.0

  /// The calibration that the samples allow: `none`, `known_heading`, `hard_iron`,
  /// `level_swing`, `ellipsoid` or `full`.
  public var rung = ""

  /// `unusable`, `poor`, `fair`, `good` or `excellent`.
  public var quality = ""

  /// Confidence, 0 to 1, by coverage and consistency of the samples.
  public var confidence = 0.0

  /// Predicted heading error; `nil` without a calibration, see ``reasons``.
  public var predictedHeadingError: PredictedError?

  /// Heading error at which it is complete, degrees, 1σ, at 20° of tilt.
  public var target = 0.0

  /// Whether `finish_calibration` would use the result.
  public var isAccepted = false

  /// Whether the target is reached, so that nothing is gained by further motion.
  public var isComplete = false

  /// Names of the reasons why the result is refused or not better.
  public var reasons: [String] = []

  /// The motion that improves the result most, in words.
  public var next = ""

  /// The rotation towards the nearest direction that is not covered, such as `nose_up`; at most two.
  public var turn: [String] = []

  /// Why it is not complete, in words; `nil` once it is.
  public var obstacle: String?

  /// What is wrong with the sensors, in words; `nil` if nothing is.
  public var notice: String?

  /// Whether the sensors are simulated.
  public var isSimulated = false

  /// Creates a message without samples.
  public init() {}

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case elapsed, samples, coverage, headings, tilt, rung, quality, confidence, target, reasons
    case next, turn, obstacle, notice
    case predictedHeadingError = "predicted_heading_error"
    case isAccepted = "accepted"
    case isComplete = "complete"
    case isSimulated = "simulated"
  }

  /// Encodes every key, `null` for a missing value.
  public func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    try line.encode(kind, forKey: .kind)
    try line.encode(elapsed, forKey: .elapsed)
    try line.encode(samples, forKey: .samples)
    try line.encode(coverage, forKey: .coverage)
    try line.encode(headings, forKey: .headings)
    try line.encode(tilt, forKey: .tilt)
    try line.encode(rung, forKey: .rung)
    try line.encode(quality, forKey: .quality)
    try line.encode(confidence, forKey: .confidence)
    try line.encode(predictedHeadingError, forKey: .predictedHeadingError)
    try line.encode(target, forKey: .target)
    try line.encode(isAccepted, forKey: .isAccepted)
    try line.encode(isComplete, forKey: .isComplete)
    try line.encode(reasons, forKey: .reasons)
    try line.encode(next, forKey: .next)
    try line.encode(turn, forKey: .turn)
    try line.encode(obstacle, forKey: .obstacle)
    try line.encode(notice, forKey: .notice)
    try line.encode(isSimulated, forKey: .isSimulated)
  }
}
