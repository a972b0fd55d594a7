public import HeadingGeometry
public import HeadingSensing

/// One row of a recording, in SI units and the body frame; an empty field is `nil`.
public struct RecordingRow: Hashable, Sendable {
  /// Time of the row on the recording's timeline.
  public internal(set) var time: BootTime

  /// Angular rate, rad/s.
  public internal(set) var angularRate: Vector3?

  /// Specific force, m/s².
  public internal(set) var acceleration: Vector3?

  /// Magnetic flux density, T.
  public internal(set) var magneticField: Vector3?

  /// UTC of the row.
  public internal(set) var universalTime: UniversalTime?

  /// Absolute pressure, Pa.
  public internal(set) var pressure: Double?

  /// Temperature, K.
  public internal(set) var temperature: Double?

  /// The vehicle's current, throttle or a similar quantity, in the unit in which it was recorded.
  public internal(set) var load: Double?

  /// Speed through the water, m/s.
  public internal(set) var waterSpeed: Double?

  /// Whether the row is simulated.
  public internal(set) var isSimulated: Bool

  /// The fix of the row; `nil` without a valid latitude and longitude.
  ///
  /// Two conventions mark a missing value: phones write a negative accuracy, speed or course (as
  /// Core Location does), and loggers write 0°, 0° before the first fix.
  public internal(set) var fix: Fix?

  /// Creates an empty row.
  init(time: BootTime) {
    self.time = time
    isSimulated = false
  }

  /// Creates a row from the numbers of a line; the time, s, must be finite.
  init(_ cells: borrowing RecordingCells, time seconds: Double) {
    time = BootTime(seconds: seconds)
    angularRate = cells.vector(.gyroscopeX, .gyroscopeY, .gyroscopeZ)
    acceleration = cells.vector(.accelerometerX, .accelerometerY, .accelerometerZ)
    magneticField = cells.vector(.magnetometerX, .magnetometerY, .magnetometerZ).map {
      $0 * PhysicalConstants.microtesla
    }
    universalTime = cells.finite(.universalTime).map { UniversalTime(secondsSince1970: $0) }
    pressure = cells.finite(.pressure)
    temperature = cells.finite(.temperature).map { $0 + PhysicalConstants.zeroCelsius }
    load = cells.finite(.load)
    waterSpeed = cells.finite(.waterSpeed)
    isSimulated = cells[.simulated].map { $0 != 0 } ?? false
    fix = Self.fix(cells, time: time, universalTime: universalTime)
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

  private static func fix(
    _ cells: borrowing RecordingCells, time: BootTime, universalTime: UniversalTime?
  ) -> Fix? {
    guard let latitude = cells[.latitude], let longitude = cells[.longitude],
      latitude != 0 || longitude != 0,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    let accuracy = cells.finite(.horizontalAccuracy)
    if let accuracy, accuracy < 0 { return nil }
    var fix = Fix(time: time, coordinate: coordinate)
    fix.universalTime = universalTime
    fix.horizontalAccuracy = accuracy
    let verticalAccuracy = cells.finite(.verticalAccuracy)
    if verticalAccuracy.map({ $0 >= 0 }) ?? true {
      fix.altitude = cells.finite(.altitude)
      fix.ellipsoidalAltitude = cells.finite(.ellipsoidalAltitude)
      fix.verticalAccuracy = verticalAccuracy
    }
    fix.speed = cells.notNegative(.speed)
    fix.speedAccuracy = cells.notNegative(.speedAccuracy)
    fix.climbRate = cells.finite(.climbRate)
    // Courses from −180 to 180 are valid; only exactly −1 means that there is none.
    fix.course = cells.finite(.course).flatMap { $0 == -1 ? nil : Heading(degrees: $0) }
    return fix
  }
}
