import HeadingProtocol

/// The state of a daemon and its sensors, see ``HeadingClient/status()``.
public struct DaemonStatus: Sendable, Hashable {
  /// A sensor of the daemon.
  public struct Sensor: Sendable, Hashable {
    /// The name, such as `magnetometer`.
    public var name: String

    /// `present`, `absent`, `failed`, `silent`, `misaligned`, or `unknown` before its source has
    /// reported anything.
    public var state: String

    /// Samples per second; `nil` without two samples.
    public var rate: Double?

    /// Seconds since the newest sample; `nil` if there is none.
    public var age: Double?
  }

  /// Seconds since the service began.
  public var uptime: Double

  /// The name of the sensors' source, such as `local:`.
  public var source: String

  /// Whether the sensors are simulated.
  public var isSimulated: Bool

  /// Every sensor.
  public var sensors: [Sensor]

  /// Updates per second; `nil` at the start.
  public var rate: Double?

  /// Whether a calibration of the magnetometer is in force.
  public var isCalibrated: Bool

  /// The kept calibration profile in force, `SENSOR:REVISION`; `nil` if none is.
  public var profile: String?

  /// The better calibration that waits for ``HeadingCommand/acceptCalibration``, one English
  /// sentence; `nil` if none does.
  public var proposedCalibration: String?

  /// The state of a message; text is made safe for a terminal.
  init(_ message: StatusMessage) {
    uptime = message.uptime
    source = PlainText.of(message.source)
    isSimulated = message.simulated
    sensors = message.sensors.map {
      Sensor(
        name: PlainText.of($0.sensor), state: PlainText.of($0.state), rate: $0.rate, age: $0.age)
    }
    rate = message.rate
    isCalibrated = message.calibrated
    profile = message.profile.map(PlainText.of)
    proposedCalibration = message.proposedCalibration.map(PlainText.of)
  }
}
