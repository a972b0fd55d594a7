public import HeadingGeometry
public import HeadingSensing
public import HeadingStorage

/// Status of a service at a moment.
public struct ServiceReport: Sendable, Hashable {
  /// Activity of each sensor.
  public internal(set) var activity = SensorActivity()

  /// Latencies of the updates.
  public internal(set) var latency = LatencyHistogram()

  /// The newest update; `nil` before the first.
  public internal(set) var newest: SolutionUpdate?

  /// Updates per second, averaged over about the last 32.
  public internal(set) var rate: Double?

  /// The calibration in force.
  public internal(set) var calibration: CalibrationParameters?

  /// Finding of the audit of heading against course, in a sentence; `nil` before four straight
  /// legs.
  public internal(set) var courseAudit: String?

  /// Whether sensors are simulated, as their sources reported.
  public internal(set) var isSimulated = false

  /// Display name of the sensors.
  public internal(set) var source = ""

  /// The magnetometer; `nil` if none was found.
  public internal(set) var sensor: SensorIdentity?

  /// Mount matrices of the sensors in force; one that was not found or is refused has none.
  public internal(set) var mounts: [SensorKind: MountMatrix] = [:]

  /// What is wrong with outputs now, each in a sentence, by names of the outputs.
  public internal(set) var outputTroubles: [String: String] = [:]

  /// Status of the flight recorder.
  public internal(set) var recorder = RecorderReport()

  /// Time of the report, on the clock of the samples.
  public internal(set) var time = BootTime(nanoseconds: 0)

  /// Time at which the service started.
  public internal(set) var start = BootTime(nanoseconds: 0)
}
