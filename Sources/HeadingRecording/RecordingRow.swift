public import HeadingGeometry
public import HeadingSensing

/// What one row of a recording says; SI, body frame; an empty field is `nil`.
public struct RecordingRow: Hashable, Sendable {
  /// When the row was measured, on the recording's own timeline.
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

  /// The vehicle's current, throttle or the like, in its own unit.
  public internal(set) var load: Double?

  /// Whether the row says that it was simulated.
  public internal(set) var isSimulated: Bool

  /// The fix of the row; `nil` without a valid latitude and longitude.
  ///
  /// Phones write a negative accuracy, speed or course where there is none (Core Location's way), and loggers 0°, 0°
  /// before the first fix.
  public internal(set) var fix: Fix?

  /// Makes a row that says nothing yet.
  init(time: BootTime) {
    self.time = time
    isSimulated = false
  }

  /// Makes a row of a line's numbers, at a time that is a number.
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
    isSimulated = cells[.simulated].map { $0 != 0 } ?? false
    fix = Self.fix(cells, time: time, universalTime: universalTime)
  }

  /// Whether the row may be the next one after another: force and field are about the same.
  ///
  /// Within a hundredth of a second a step changes the force by less than 4 m/s², and a swift turn the field by
  /// less than 5 µT; another place to lie at changes one of them by more.
  func carriesOn(_ before: RecordingRow) -> Bool {
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
    // From −180 to 180 is a course too; only −1 alone says that there is none.
    fix.course = cells.finite(.course).flatMap { $0 == -1 ? nil : Heading(degrees: $0) }
    return fix
  }
}
