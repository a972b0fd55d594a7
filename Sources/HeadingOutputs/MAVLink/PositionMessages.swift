import HeadingEngine
import HeadingGeometry
import HeadingMAVLink
import HeadingNavigation
import HeadingSensing

extension GlobalPositionInt {
  /// Position, velocity and heading; `nil` unless coordinate, altitude and velocity are known, for
  /// which the dialect has no value that says unknown.
  ///
  /// - Parameters:
  ///   - solution: The values.
  ///   - north: The reference of the heading.
  ///   - home: The altitude from which the relative one counts, m.
  init?(_ solution: HeadingSolution, north: OutputNorth, home: Double) {
    guard let coordinate = solution.coordinate.value, let altitude = solution.altitude.value,
      let velocity = solution.velocity.value?.aeronautical
    else { return nil }
    self.init()
    timeBootMs = solution.time.milliseconds
    lat = Int32(saturating: coordinate.latitude * 1e7)
    lon = Int32(saturating: coordinate.longitude * 1e7)
    alt = Int32(saturating: altitude * 1e3)
    relativeAlt = Int32(saturating: (altitude - home) * 1e3)
    vx = Int16(saturating: velocity.x * 100)
    vy = Int16(saturating: velocity.y * 100)
    vz = Int16(saturating: velocity.z * 100)
    hdg = solution.azimuth(from: north).map(UInt16.init(centidegreesOf:)) ?? .max
  }
}

extension VFRHUD {
  /// Instruments; `nil` without a heading, for which the dialect has no value that says unknown.
  ///
  /// The device has no throttle: 0.
  init?(_ solution: HeadingSolution, north: OutputNorth) {
    guard let azimuth = solution.azimuth(from: north) else { return nil }
    self.init()
    heading = Int16(saturating: azimuth) % 360
    groundspeed = Float(solution.speed.value ?? .nan)
    alt = Float(solution.altitude.value ?? .nan)
    climb = Float(solution.climbRate.value ?? .nan)
  }
}

extension GPSInput {
  /// GPS_INPUT_IGNORE_FLAGS.
  private enum Ignored {
    static let altitude: UInt16 = 1
    static let dilutions: UInt16 = 2 | 4
    static let velocity: UInt16 = 8 | 16
    static let speedAccuracy: UInt16 = 32
    static let verticalAccuracy: UInt16 = 128
  }

  /// GPS time has no leap seconds: it is ahead of UTC by 18 s since 2017, and no further leap
  /// second is announced.
  private static let leapSeconds = 18.0
  private static let week = 604_800.0

  /// A fix; `nil` unless a receiver's position is in use, and always for simulated sensors, which
  /// the message cannot mark.
  init?(_ solution: HeadingSolution) {
    guard !solution.isSimulated, solution.navigationSources.contains(.fixPosition),
      let coordinate = solution.coordinate.value,
      let accuracy = solution.horizontalAccuracy.value
    else { return nil }
    self.init()
    timeUsec = solution.time.microseconds
    ignoreFlags = Ignored.dilutions
    lat = Int32(saturating: coordinate.latitude * 1e7)
    lon = Int32(saturating: coordinate.longitude * 1e7)
    horizAccuracy = Float(accuracy)
    (alt, vertAccuracy) = (0, 0)
    fixType = 3
    if let altitude = solution.altitude.value {
      alt = Float(altitude)
    } else {
      fixType = 2
      ignoreFlags |= Ignored.altitude
    }
    if let accuracy = solution.verticalAccuracy.value {
      vertAccuracy = Float(accuracy)
    } else {
      ignoreFlags |= Ignored.verticalAccuracy
    }
    setVelocity(of: solution)
    if let time = solution.universalTime.value { setTime(time) }
    if let heading = solution.trueHeading.value {
      let centidegrees = UInt16(centidegreesOf: heading.degrees)
      yaw = centidegrees == 0 ? 36_000 : centidegrees
    }
  }

  private mutating func setVelocity(of solution: HeadingSolution) {
    (vn, ve, vd, speedAccuracy) = (0, 0, 0, 0)
    if let velocity = solution.velocity.value?.aeronautical {
      (vn, ve, vd) = (Float(velocity.x), Float(velocity.y), Float(velocity.z))
    } else {
      ignoreFlags |= Ignored.velocity
    }
    if let accuracy = solution.speedAccuracy.value {
      speedAccuracy = Float(accuracy)
    } else {
      ignoreFlags |= Ignored.speedAccuracy
    }
  }

  private mutating func setTime(_ time: UniversalTime) {
    let epoch = UniversalTime(year: 1980, month: 1, day: 6)
    let seconds = time.secondsSince1970 - epoch.secondsSince1970 + Self.leapSeconds
    guard seconds >= 0 else { return }
    let weeks = (seconds / Self.week).rounded(.down)
    timeWeek = UInt16(saturating: weeks)
    timeWeekMs = UInt32(saturating: ((seconds - weeks * Self.week) * 1e3).rounded(.down))
  }
}
