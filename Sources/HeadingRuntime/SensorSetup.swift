public import Geomagnetism
public import HeadingGeodesy
public import HeadingGeometry
public import HeadingSensing
public import HeadingStorage

/// What a look at the machine's sensors found: everything a service needs to read them.
public struct SensorSetup: Sendable {
  /// What people call the sensors.
  public var name: String

  /// Whether they are simulated.
  public var isSimulated: Bool

  /// What the user decided.
  public var settings = EngineSettings()

  /// The model that gives declination and expected field.
  public var magneticModel = MagneticModel.wmm2025

  /// Mean sea level above the ellipsoid; `nil` where its file is not there.
  public var geoid: GeoidGrid?

  /// The profile's numbers; `nil` leaves the magnetometer uncalibrated.
  public var calibration: CalibrationParameters?

  /// The magnetometer; `nil` if none was found.
  public var sensor: SensorIdentity?

  /// How it is mounted; `nil` if none was found.
  public var mount: MountMatrix?

  /// A date that replaces the system clock's.
  public var date: UniversalTime?

  /// What becomes of a better calibration that is found while running.
  public var policy = CalibrationPolicy.off

  /// Where profiles are kept; `nil` keeps none.
  public var store: ProfileStore?

  /// What people should know about the choice.
  public var notices: [SensorNotice] = []

  /// Where the events come from.
  public var sources: [any SensorSource] = []

  /// Looks for the sensors once more, and may block for seconds; `nil` if nothing more can be found.
  ///
  /// Used with the first sample of a magnetometer that was not there at the first look.
  public var lookAgain: (@Sendable () throws -> SensorSetup)?

  /// Makes a setup without sources.
  public init(name: String, isSimulated: Bool) {
    self.name = name
    self.isSimulated = isSimulated
  }
}
