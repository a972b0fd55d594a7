public import HeadingGeometry
public import HeadingSensing
public import HeadingStorage

/// What a service can say of itself at a moment.
public struct ServiceReport: Sendable, Hashable {
  /// What each sensor delivered.
  public internal(set) var activity = SensorActivity()

  /// How late updates were.
  public internal(set) var latency = LatencyHistogram()

  /// The newest update; `nil` before the first.
  public internal(set) var newest: SolutionUpdate?

  /// Updates a second, averaged over about the last 32.
  public internal(set) var rate: Double?

  /// The calibration in force.
  public internal(set) var calibration: CalibrationParameters?

  /// What a comparison of heading and course has found, in a sentence; `nil` before four straight legs.
  public internal(set) var courseAudit: String?

  /// Whether sensors are simulated, as their sources said.
  public internal(set) var isSimulated = false

  /// What the sensors are called.
  public internal(set) var source = ""

  /// The magnetometer; `nil` if none was found.
  public internal(set) var sensor: SensorIdentity?

  /// How it is mounted; `nil` if none was found.
  public internal(set) var mount: MountMatrix?

  /// How the flight recorder does.
  public internal(set) var recorder = RecorderReport()

  /// Now, on the clock of the samples.
  public internal(set) var time = BootTime(nanoseconds: 0)

  /// When the service began.
  public internal(set) var start = BootTime(nanoseconds: 0)
}
