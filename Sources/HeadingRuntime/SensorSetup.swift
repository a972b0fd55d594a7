public import Geomagnetism
public import HeadingGeodesy
public import HeadingGeometry
public import HeadingSensing
public import HeadingStorage

/// Result of a sensor discovery: everything a service needs to read the sensors.
public struct SensorSetup: Sendable {
  /// Display name of the sensors.
  public var name: String

  /// Whether they are simulated.
  public var isSimulated: Bool

  /// The user's settings.
  public var settings = EngineSettings()

  /// Model of declination and reference field.
  public var magneticModel = MagneticModel.wmm2025

  /// Geoid undulation; `nil` if its file is missing.
  public var geoid: GeoidGrid?

  /// Parameters of the profile; `nil` leaves the magnetometer uncalibrated.
  public var calibration: CalibrationParameters?

  /// The magnetometer; `nil` if none was found.
  public var sensor: SensorIdentity?

  /// Mount matrices of the sensors in force; one that was not found or is refused has none.
  public var mounts: [SensorKind: MountMatrix] = [:]

  /// A date that overrides the system clock's.
  public var date: UniversalTime?

  /// What continuous calibration does with a better calibration.
  public var policy = CalibrationPolicy.off

  /// Profile store; `nil` stores none.
  public var store: ProfileStore?

  /// Notices about the choice.
  public var notices: [SensorNotice] = []

  /// Sources of the events.
  public var sources: [any SensorSource] = []

  /// Repeats the discovery, may block for seconds; `nil` if nothing more can be found.
  public var rediscover: (@Sendable () throws -> SensorSetup)?

  /// Returns when another search would find another magnetometer, or the task is cancelled; `nil` if
  /// none ever would.
  public var arrival: (@Sendable () async -> Void)?

  /// Returns when the sources have ended for good, or the task is cancelled; `nil` if they never do.
  public var end: (@Sendable () async -> Void)?

  /// Creates a setup without sources.
  public init(name: String, isSimulated: Bool) {
    self.name = name
    self.isSimulated = isSimulated
  }
}
