public import HeadingGeometry
public import HeadingSensing

/// One row of a recording, in SI units and the body frame; an empty field is `nil`.
public struct RecordingRow: Hashable, Sendable {
  /// Time of the row on the recording's timeline.
  public package(set) var time: BootTime

  /// Angular rate, rad/s.
  public package(set) var angularRate: Vector3?

  /// Specific force, m/s².
  public package(set) var acceleration: Vector3?

  /// Magnetic flux density, T.
  public package(set) var magneticField: Vector3?

  /// UTC of the row.
  public package(set) var universalTime: UniversalTime?

  /// Absolute pressure, Pa.
  public package(set) var pressure: Double?

  /// Temperature, K.
  public package(set) var temperature: Double?

  /// The vehicle's current, throttle or a similar quantity, in the unit in which it was recorded.
  public package(set) var load: Double?

  /// Speed through the water, m/s.
  public package(set) var waterSpeed: Double?

  /// Whether the row is simulated.
  public package(set) var isSimulated: Bool

  /// The fix of the row; `nil` without a valid latitude and longitude, see ``LoggedFix``.
  public package(set) var fix: Fix?

  /// Creates an empty row.
  public init(time: BootTime) {
    self.time = time
    isSimulated = false
  }

  /// Whether the row continues an earlier one, that is, force and field are about equal.
  ///
  /// Within 0.01 s a step changes the force by less than 4 m/s², and a fast rotation the field by
  /// less than 5 µT; a different pose changes one of them by more.
  func continues(_ before: RecordingRow) -> Bool {
    guard let force = acceleration, let last = before.acceleration else { return false }
    guard (force - last).length < 4 else { return false }
    guard let field = magneticField, let lastField = before.magneticField else { return true }
    return (field - lastField).length < 5 * PhysicalConstants.microtesla
  }
}
