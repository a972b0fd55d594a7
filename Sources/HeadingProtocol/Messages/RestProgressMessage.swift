/// The progress of a guided calibration of the accelerometer or the gyroscope: the answer to the command
/// `start_calibration` with their name, and four times a second after it.
public struct RestProgressMessage: Sendable, Hashable, Codable {
  /// `rest_progress`.
  public var kind = LineClass.restProgress.rawValue

  /// What is calibrated.
  public var sensor: CalibratedSensor

  /// Fraction of the time at rest that the present step needs, 0 to 1.
  public var rest = 0.0

  /// Standard deviation of the sensor's worst component in half a second, m/s² or °/s; `nil` without
  /// samples.
  public var spread: Double?

  /// That above which the device moves.
  public var largestSpread: Double

  /// Names of the sides that are measured: `level`, `upside_down`, `right_up`, `left_up`, `nose_up`,
  /// `nose_down`; empty for the gyroscope.
  public var taken: [String] = []

  /// The side that is asked for; `nil` once all are measured, and for the gyroscope.
  public var side: String?

  /// Bias, m/s² or °/s, body frame; `nil` until it is known.
  public var bias: [Double]?

  /// 1σ of the bias of a gyroscope; residual of the corrected force of an accelerometer, m/s².
  public var deviation: Double?

  /// Scale factors of an accelerometer.
  public var scale: [Double]?

  /// Whether `finish_calibration` would use the result; more gains nothing then.
  public var isComplete = false

  /// What to do, in words.
  public var next = ""

  /// What was refused or wrong, in words; `nil` if nothing was.
  public var notice: String?

  /// Whether the sensors are simulated.
  public var isSimulated = false

  /// Creates a message without samples.
  public init(_ sensor: CalibratedSensor, largestSpread: Double) {
    self.sensor = sensor
    self.largestSpread = largestSpread
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case sensor, rest, spread, taken, side, bias, deviation, scale, next, notice
    case largestSpread = "largest_spread"
    case isComplete = "complete"
    case isSimulated = "simulated"
  }

  /// Encodes every key, `null` for a missing value.
  public func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    try line.encode(kind, forKey: .kind)
    try line.encode(sensor, forKey: .sensor)
    try line.encode(rest, forKey: .rest)
    try line.encode(spread, forKey: .spread)
    try line.encode(largestSpread, forKey: .largestSpread)
    try line.encode(taken, forKey: .taken)
    try line.encode(side, forKey: .side)
    try line.encode(bias, forKey: .bias)
    try line.encode(deviation, forKey: .deviation)
    try line.encode(scale, forKey: .scale)
    try line.encode(isComplete, forKey: .isComplete)
    try line.encode(next, forKey: .next)
    try line.encode(notice, forKey: .notice)
    try line.encode(isSimulated, forKey: .isSimulated)
  }
}
