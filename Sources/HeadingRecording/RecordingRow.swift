public import HeadingGeometry
public import HeadingSensing

/// What one row of a recording says; SI, body frame; an empty field is `nil`.
public struct RecordingRow: Hashable, Sendable {
  typealias Column = RecordingColumns.Column

  var values = InlineValues()

  /// One optional number a column, without an allocation a row.
  struct InlineValues: Hashable {
    // SIMD32 has place for every column; a NaN that was not written in the file marks an empty field.
    private var numbers = SIMD32<Double>(repeating: 0)
    private var isThere = SIMD32<UInt8>(repeating: 0)

    subscript(column: Column) -> Double? {
      get { isThere[column.rawValue] == 1 ? numbers[column.rawValue] : nil }
      set {
        isThere[column.rawValue] = newValue == nil ? 0 : 1
        numbers[column.rawValue] = newValue ?? 0
      }
    }
  }

  /// When the row was measured, on the recording's own timeline.
  public var time: BootTime { BootTime(seconds: values[.time] ?? 0) }

  /// Angular rate, rad/s.
  public var angularRate: Vector3? { vector(.gyroscopeX, .gyroscopeY, .gyroscopeZ) }

  /// Specific force, m/s².
  public var acceleration: Vector3? { vector(.accelerometerX, .accelerometerY, .accelerometerZ) }

  /// Magnetic flux density, T.
  public var magneticField: Vector3? {
    vector(.magnetometerX, .magnetometerY, .magnetometerZ).map {
      $0 * PhysicalConstants.microtesla
    }
  }

  /// UTC of the row.
  public var universalTime: UniversalTime? {
    values[.universalTime].flatMap { $0.isFinite ? UniversalTime(secondsSince1970: $0) : nil }
  }

  /// Absolute pressure, Pa.
  public var pressure: Double? { finite(.pressure) }

  /// Temperature, K.
  public var temperature: Double? {
    finite(.temperature).map { $0 + PhysicalConstants.zeroCelsius }
  }

  /// The vehicle's current, throttle or the like, in its own unit.
  public var load: Double? { finite(.load) }

  /// The fix of the row; `nil` without a valid latitude and longitude.
  ///
  /// Phones write a negative accuracy, speed or course where there is none (Core Location's way), and loggers 0°, 0°
  /// before the first fix.
  public var fix: Fix? {
    guard let latitude = values[.latitude], let longitude = values[.longitude],
      latitude != 0 || longitude != 0,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    let accuracy = finite(.horizontalAccuracy)
    if let accuracy, accuracy < 0 { return nil }
    var fix = Fix(time: time, coordinate: coordinate)
    fix.universalTime = universalTime
    fix.horizontalAccuracy = accuracy
    let verticalAccuracy = finite(.verticalAccuracy)
    if verticalAccuracy.map({ $0 >= 0 }) ?? true {
      fix.altitude = finite(.altitude)
      fix.ellipsoidalAltitude = finite(.ellipsoidalAltitude)
      fix.verticalAccuracy = verticalAccuracy
    }
    fix.speed = notNegative(.speed)
    fix.speedAccuracy = notNegative(.speedAccuracy)
    fix.climbRate = finite(.climbRate)
    // From −180 to 180 is a course too; only −1 alone says that there is none.
    fix.course = finite(.course).flatMap { $0 == -1 ? nil : Heading(degrees: $0) }
    return fix
  }

  private func notNegative(_ column: Column) -> Double? {
    finite(column).flatMap { $0 < 0 ? nil : $0 }
  }

  private func finite(_ column: Column) -> Double? {
    values[column].flatMap { $0.isFinite ? $0 : nil }
  }

  private func vector(_ x: Column, _ y: Column, _ z: Column) -> Vector3? {
    guard let x = values[x], let y = values[y], let z = values[z] else { return nil }
    return Vector3(x, y, z)
  }
}
