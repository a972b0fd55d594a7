import HeadingGeometry
import HeadingMAVLink
import HeadingSensing

/// The fixes of a flight controller's receiver.
struct FlightControllerFixes {
  /// Below walking speed a receiver's course is noise, m/s.
  private static let slowestCourse = 0.5

  /// Time without a message after which the receiver is silent, s.
  private static let ageLimit = 3.0

  private var lastTime: UInt64?
  private var lastArrival: BootTime?

  /// The receiver's state; `nil` before its first message.
  private(set) var state: SensorStatus.State?

  /// Takes a message; returns the events.
  ///
  /// A controller repeats the last fix at the rate of the message: a fix with the time of the one
  /// before is the same.
  mutating func take(_ message: GPSRawInt, at now: BootTime) -> [SensorEvent] {
    lastArrival = now
    let fix = Self.fix(message, at: now)
    var events = change(fix == nil ? .failed : .present, at: now)
    guard let fix, message.timeUsec == 0 || message.timeUsec != lastTime else { return events }
    lastTime = message.timeUsec
    events.append(.fix(fix))
    if let heading = Self.heading(message, at: now) { events.append(.heading(heading)) }
    return events
  }

  /// Detects a silent receiver.
  mutating func check(at now: BootTime) -> [SensorEvent] {
    guard let lastArrival, now.seconds(since: lastArrival) > Self.ageLimit else { return [] }
    return change(.silent, at: now)
  }

  /// The events of the controller's end.
  mutating func end(at now: BootTime) -> [SensorEvent] {
    state == nil ? [] : change(.absent, at: now)
  }

  private mutating func change(_ new: SensorStatus.State, at now: BootTime) -> [SensorEvent] {
    guard state != new else { return [] }
    state = new
    return [.status(SensorStatus(time: now, sensor: .gnss, state: new))]
  }

  /// The fix at its arrival; `nil` without one.
  ///
  /// - `fix_type` 2 to 8 are fixes, 2 without an altitude.
  /// - Accuracies are `h_acc`, `v_acc` and `vel_acc`, where 0 stands for unknown; `eph` and `epv` are
  ///   dilutions of precision of an unknown range error and not used.
  /// - The course requires a speed above 0.5 m/s and above three times the speed's error.
  static func fix(_ message: GPSRawInt, at now: BootTime) -> Fix? {
    guard (2...8).contains(message.fixType),
      let coordinate = Coordinate(
        latitude: Double(message.lat) * 1e-7, longitude: Double(message.lon) * 1e-7)
    else { return nil }
    var fix = Fix(time: now, coordinate: coordinate)
    fix.horizontalAccuracy = metres(message.hAcc)
    if message.fixType > 2 {
      fix.altitude = Double(message.alt) * 1e-3
      fix.ellipsoidalAltitude =
        message.altEllipsoid == 0 ? nil : Double(message.altEllipsoid) * 1e-3
      fix.verticalAccuracy = metres(message.vAcc)
    }
    guard message.vel != .max else { return fix }
    let speed = Double(message.vel) * 1e-2
    fix.speed = speed
    fix.speedAccuracy = metres(message.velAcc)
    if message.cog <= 36_000, speed > max(slowestCourse, 3 * (fix.speedAccuracy ?? 0)) {
      fix.course = Heading(degrees: Double(message.cog) * 1e-2)
    }
    return fix
  }

  /// The true heading of a receiver with two antennas; `nil` without one.
  static func heading(_ message: GPSRawInt, at now: BootTime) -> HeadingObservation? {
    guard (1...36_000).contains(message.yaw) else { return nil }
    return HeadingObservation(
      time: now, value: .geographic(Heading(degrees: Double(message.yaw) * 1e-2)),
      accuracy: message.hdgAcc == 0
        ? nil : Angle(degrees: min(Double(message.hdgAcc) * 1e-5, 180)))
  }

  private static func metres(_ millimetres: UInt32) -> Double? {
    millimetres == 0 ? nil : Double(millimetres) * 1e-3
  }
}
