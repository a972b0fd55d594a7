public import HeadingSensing

/// Status of the service: the answer to the command `status`.
public struct StatusMessage: Sendable, Hashable, Codable {
  /// One sensor.
  public struct Sensor: Sendable, Hashable, Codable {
    /// Its name, such as `magnetometer`.
    public var sensor: String
    /// `present`, `absent`, `failed`, `silent`, `misaligned`, or `unknown` before its source
    /// reports anything.
    public var state: String
    /// Samples since the service started.
    public var count: UInt64
    /// Samples per second.
    public var rate: Double?
    /// Seconds since the newest sample.
    public var age: Double?
    /// Temperature, °C.
    public var temperature: Double?

    /// Creates the entry of a sensor without samples.
    public init(_ kind: SensorKind, _ state: SensorStatus.State? = nil) {
      sensor = kind.name
      self.state = state?.name ?? "unknown"
      count = 0
    }

    /// The kind of sensor; `nil` for one unknown to this version.
    public var kind: SensorKind? { SensorKind.allCases.first { $0.name == sensor } }

    /// The state as its source reported it; `nil` before the first report.
    public var reportedState: SensorStatus.State? {
      SensorStatus.State.allCases.first { $0.name == state }
    }
  }

  /// Latency from the newest sample to the update, s.
  public struct Latency: Sendable, Hashable, Codable {
    /// The median.
    public var median: Double?
    /// The 99th percentile.
    public var percentile99: Double?
    /// The maximum.
    public var maximum: Double?

    enum CodingKeys: String, CodingKey {
      case median
      case percentile99 = "percentile_99"
      case maximum
    }

    /// Creates an empty entry.
    public init() {}
  }

  /// `status`.
  public var kind: String
  /// The server's name and version.
  public var server: String
  /// Seconds since the service started.
  public var uptime: Double
  /// Display name of the sensors, such as `local:`.
  public var source: String
  /// Whether they are simulated.
  public var simulated: Bool
  /// Every sensor.
  public var sensors: [Sensor]
  /// Updates since the service started.
  public var updates: UInt64
  /// Updates per second.
  public var rate: Double?
  /// Latencies of the updates.
  public var latency: Latency
  /// Number of connected clients.
  public var subscribers: Int
  /// Lines dropped for slow clients since the service started.
  public var missed: UInt64
  /// Whether a calibration of the magnetometer is in force.
  public var calibrated: Bool
  /// The stored profile in force, `SENSOR:REVISION`; `nil` if none is, or from an older server.
  public var profile: String?
  /// State of the flight recorder: `off`, `recording`, `disk_full` or `failed`; `nil` from an older
  /// server.
  public var recorder: String?
  /// Policy of the continuous calibration: `off`, `propose` or `apply`.
  public var continuousCalibration: String?
  /// The proposed calibration that waits to be accepted, in a sentence.
  public var proposedCalibration: String?
  /// What is wrong with outputs now, each in a sentence; `nil` if nothing is, or from an older
  /// server.
  public var outputTroubles: [String]?
  /// Finding of the audit of heading against course on straight legs, in a sentence.
  public var courseAudit: String?
  /// Status of the newest update.
  public var status: String
  /// Reasons of the newest update.
  public var reasons: [String]
  /// `steer` of the newest update.
  public var steer: String

  /// Creates the status of a service without any activity.
  public init(server: String) {
    kind = LineClass.status.rawValue
    self.server = server
    uptime = 0
    source = ""
    simulated = false
    sensors = []
    updates = 0
    latency = Latency()
    subscribers = 0
    missed = 0
    calibrated = false
    recorder = nil
    status = "invalid"
    reasons = []
    steer = Steer.stop.name
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case server, uptime, source, simulated, sensors, updates, rate, latency, subscribers, missed
    case calibrated, profile, recorder, status, reasons, steer
    case continuousCalibration = "continuous_calibration"
    case proposedCalibration = "proposed_calibration"
    case outputTroubles = "output_troubles"
    case courseAudit = "course_audit"
  }
}
