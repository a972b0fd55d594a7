/// Heave and sea state of an update; a member that is not known yet is `nil`.
///
/// Metres and seconds, angles in degrees; accuracies are 68 % errors.
public struct WavesMessage: Sendable, Hashable, Decodable {
  /// Vertical displacement now, positive up.
  public var heave: Double?
  /// Error of ``heave``.
  public var heaveAccuracy: Double?
  /// Upward speed, m/s.
  public var heaveRate: Double?
  /// Vertical displacement ``delay`` seconds ago, with a smaller error.
  public var delayedHeave: Double?
  /// Error of ``delayedHeave``.
  public var delayedHeaveAccuracy: Double?
  /// Seconds by which ``delayedHeave`` is late.
  public var delay: Double?
  /// Seconds of motion of the following statistics.
  public var duration: Double?
  /// Significant wave height.
  public var height: Double?
  /// Error of ``height``.
  public var heightAccuracy: Double?
  /// Mean period between upward crossings of the mean.
  public var period: Double?
  /// Error of ``period``.
  public var periodAccuracy: Double?
  /// Roll: mean, standard deviation, smallest and largest.
  public var roll: [Double]?
  /// Pitch: mean, standard deviation, smallest and largest.
  public var pitch: [Double]?

  /// Creates a message in which nothing is known.
  public init() {}

  enum CodingKeys: String, CodingKey {
    case heave, delay, duration, height, period, roll, pitch
    case heaveAccuracy = "heave_accuracy"
    case heaveRate = "heave_rate"
    case delayedHeave = "delayed_heave"
    case delayedHeaveAccuracy = "delayed_heave_accuracy"
    case heightAccuracy = "height_accuracy"
    case periodAccuracy = "period_accuracy"
  }
}

extension WavesMessage {
  /// Adds the values to a line.
  func add(to line: inout JSONLine) {
    line.add("heave", heave)
    line.add("heave_accuracy", heaveAccuracy)
    line.add("heave_rate", heaveRate)
    line.add("delayed_heave", delayedHeave)
    line.add("delayed_heave_accuracy", delayedHeaveAccuracy)
    line.add("delay", delay)
    line.add("duration", duration)
    line.add("height", height)
    line.add("height_accuracy", heightAccuracy)
    line.add("period", period)
    line.add("period_accuracy", periodAccuracy)
    line.add("roll", roll)
    line.add("pitch", pitch)
  }
}
