public import CHeading
import HeadingGeometry
import HeadingSensing

/// `heading_settings_default`.
@_cdecl("heading_settings_default")
public func writeDefaultSettings(_ settings: UnsafeMutablePointer<heading_settings>?) -> Int32 {
  unsafe SizedStruct.write(heading_settings.standard, to: settings).rawValue
}

/// `heading_fix_empty`.
@_cdecl("heading_fix_empty")
public func writeEmptyFix(_ fix: UnsafeMutablePointer<heading_fix>?) -> Int32 {
  unsafe SizedStruct.write(heading_fix.none, to: fix).rawValue
}

extension heading_settings {
  /// The default settings.
  static var standard: heading_settings {
    let settings = EngineSettings()
    var standard = heading_settings()
    standard.latitude = .nan
    standard.longitude = .nan
    standard.altitude = .nan
    standard.sea_level_pressure = .nan
    standard.date_unix = .nan
    standard.fix_latency = settings.fixLatency
    standard.coasting_limit = settings.coastingLimit
    standard.gyroscope_bias = settings.gyroscopeBias
    return standard
  }

  /// The same in Swift; `nil` if a number is out of its range.
  var swift: EngineSettings? {
    var settings = EngineSettings()
    if !latitude.isNaN || !longitude.isNaN {
      guard let place = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
      settings.fixedCoordinate = place
    }
    if let altitude = altitude.known {
      guard abs(altitude) < 100_000 else { return nil }
      settings.fixedAltitude = altitude
    }
    if let pressure = sea_level_pressure.known {
      guard pressure > 80_000, pressure < 120_000 else { return nil }
      settings.seaLevelPressure = pressure
    }
    if let date = date_unix.known {
      guard date >= 0, date < 253_402_300_800 else { return nil }
      settings.modelDate = UniversalTime(secondsSince1970: date)
    }
    let antenna = Vector3(antenna.0, antenna.1, antenna.2)
    guard antenna.isFinite, antenna.length < 1000, abs(fix_latency) < 10, coasting_limit > 0,
      coasting_limit < 1e6, gyroscope_bias > 0, gyroscope_bias < 1,
      let motion = UInt8(exactly: motion).flatMap({ MotionConstraint(rawValue: $0) })
    else { return nil }
    settings.antennaLeverArm = antenna
    settings.fixLatency = fix_latency
    settings.coastingLimit = coasting_limit
    settings.gyroscopeBias = gyroscope_bias
    settings.motion = motion
    settings.extrapolatesMagneticModel = extrapolate != 0
    return settings
  }
}

extension heading_fix {
  /// A fix without values.
  static var none: heading_fix {
    var fix = heading_fix()
    fix.latitude = .nan
    fix.longitude = .nan
    fix.altitude = .nan
    fix.ellipsoidal_altitude = .nan
    fix.horizontal_accuracy = .nan
    fix.vertical_accuracy = .nan
    fix.speed = .nan
    fix.speed_accuracy = .nan
    fix.course = .nan
    fix.course_accuracy = .nan
    fix.climb_rate = .nan
    return fix
  }

  /// The same in Swift; `nil` without a place, or with a number that is out of its range.
  var swift: Fix? {
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
    for value in [altitude, ellipsoidal_altitude, climb_rate, course]
    where !value.isNaN && !(abs(value) < 1e6) {
      return nil
    }
    for value in [horizontal_accuracy, vertical_accuracy, speed, speed_accuracy, course_accuracy]
    where !value.isNaN && !(value >= 0 && value < 1e9) {
      return nil
    }
    var fix = Fix(time: BootTime(nanoseconds: time), coordinate: place)
    fix.altitude = altitude.known
    fix.ellipsoidalAltitude = ellipsoidal_altitude.known
    fix.horizontalAccuracy = horizontal_accuracy.known
    fix.verticalAccuracy = vertical_accuracy.known
    fix.speed = speed.known
    fix.speedAccuracy = speed_accuracy.known
    fix.course = course.known.map { Heading<TrueNorth>(degrees: $0) }
    fix.courseAccuracy = course_accuracy.known.map { Angle(degrees: $0) }
    fix.climbRate = climb_rate.known
    return fix
  }
}

extension heading_calibration {
  /// Determinants of a soft iron: of scales from a half to two, with some coupling.
  private static let scales = 0.05...20

  /// Beyond any magnetometer's range, T.
  private static let largestIron = 5e-3

  /// What the engine applies; `nil` if a number is not one of a calibration, or the calibration was refused.
  var parameters: CalibrationParameters? {
    var parameters = CalibrationParameters()
    parameters.softIron = Matrix3(tuple: soft_iron)
    parameters.hardIron = Vector3(hard_iron.0, hard_iron.1, hard_iron.2)
    guard accepted != 0, Self.scales.contains(parameters.softIron.determinant),
      parameters.hardIron.length < Self.largestIron
    else { return nil }
    for value in [error, error_tilt_20, error_tilt_45] where !(value >= 0 && value <= 180) {
      return nil
    }
    parameters.headingError = Angle(degrees: error)
    parameters.headingErrorTilt20 = Angle(degrees: error_tilt_20)
    parameters.headingErrorTilt45 = Angle(degrees: error_tilt_45)
    if field_strength > 0, field_strength < 1e-3, let inclination = field_inclination.known,
      abs(inclination) <= 90
    {
      parameters.origin.fieldStrength = field_strength
      parameters.origin.inclination = Angle(degrees: inclination)
    }
    return parameters
  }
}
