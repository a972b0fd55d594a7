import HeadingGeometry
import HeadingReplay
import HeadingSensing

extension RecordingRow {
  /// Creates a row from the numbers of a line; the time, s, must be finite.
  init(_ cells: borrowing RecordingCells, time seconds: Double) {
    self.init(time: BootTime(seconds: seconds))
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
    fix = LoggedFix(cells).fix(at: time, universalTime: universalTime)
  }
}

extension LoggedFix {
  fileprivate init(_ cells: borrowing RecordingCells) {
    self.init()
    latitude = cells[.latitude]
    longitude = cells[.longitude]
    altitude = cells[.altitude]
    ellipsoidalAltitude = cells[.ellipsoidalAltitude]
    horizontalAccuracy = cells[.horizontalAccuracy]
    verticalAccuracy = cells[.verticalAccuracy]
    speed = cells[.speed]
    speedAccuracy = cells[.speedAccuracy]
    climbRate = cells[.climbRate]
    course = cells[.course]
  }
}
