public import HeadingSensing

/// How the service does: the answer to the command `status`.
public struct StatusMessage: Sendable, Hashable, Codable {
  /// One sensor.
  public struct Sensor: Sendable, Hashable, Codable {
    /// Its name, such as `magnetometer`.
    public var sensor: String
    /// `present`, `absent`, `failed`, `silent`, `misaligned`, or `unknown` before its source reports anything.
    public var state: String
    /// Samples since the service began.
    public var count: UInt64
    /// Samples a second.
    public var rate: Double?
    /// Seconds since the newest sample.
    public var age: Double?
    /// Degrees Celsius.
    public var temperature: Double?

    /// Makes the entry of a sensor without samples.
    public init(_ kind: SensorKind, _ state: SensorStatus.State? = nil) {
      sensor = kind.name
      self.state = state?.name ?? "unknown"
      count = 0
    }

    /// The kind of sensor; `nil` for one that this code does not know.
    public var kind: SensorKind? { SensorKind.allCases.first { $0.name == sensor } }

    /// The state as its source reported it; `nil` before the first report.
    public var reportedState: SensorStatus.State? {
      SensorStatus.State.allCases.first { $0.name == state }
    }
  }

  /// Seconds from the newest sample to the update.
  public struct Latency: Sendable, Hashable, Codable {
    /// Half of the updates are not later.
    public var median: Double?
    /// 99 of 100 updates are not later.
    public var percentile99: Double?
    /// The latest.
    public var maximum: Double?

    enum CodingKeys: String, CodingKey {
      case median
      case percentile99 = "percentile_99"
      case maximum
    }

    /// Makes an entry of which nothing is known.
    public init() {}
  }

  /// `status`.
  public var kind: String
  /// The server's name and version.
  public var server: String
  /// Seconds since it began.
  public var uptime: Double
  /// What the sensors are called, such as `local:`.
  public var source: String
  /// Whether they are simulated.
  public var simulated: Bool
  /// Every sensor.
  public var sensors: [Sensor]
  /// Updates since the service began.
  public var updates: UInt64
  /// Updates a second.
  public var rate: Double?
  /// How late updates are.
  public var latency: Latency
  /// Clients that are connected.
  public var subscribers: Int
  /// Lines that slow clients missed since the service began.
  public var missed: UInt64
  /// Whether a calibration of the magnetometer is in force.
  public var calibrated: Bool
  /// The kept profile that is in force, `SENSOR:REVISION`; `nil` if none is, or from an older server.
  public var profile: String?
  /// The flight recorder: `off`, `recording`, `disk_full` or `failed`; `nil` from an older server.
  public var recorder: String?
  /// What becomes of a better calibration found while running: `off`, `propose` or `apply`.
  public var continuousCalibration: String?
  /// The better calibration that waits to be accepted, in a sentence.
  public var proposedCalibration: String?
  /// What a comparison of heading and course over straight legs has found, in a sentence.
  public var courseAudit: String?
  /// Of the newest update.
  public var status: String
  /// Of the newest update.
  public var reasons: [String]
  /// Of the newest update.
  public var steer: String

  /// Makes the status of a service that has not done anything yet.
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
    case courseAudit = "course_audit"
  }
}
