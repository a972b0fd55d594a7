import HeadingEngine
import HeadingGeometry
import HeadingNavigation
import HeadingSensing
import RealModule

/// Fields of the sentences with a time; `nil` if a value that the sentence needs is missing.
extension HeadingSolution {
  /// PASHR: time, true heading, roll (positive: right side down), pitch (positive: bow up), heave,
  /// 1σ of roll, pitch and heading in degrees, aiding by GNSS (0 none, 1 present), status.
  ///
  /// The heave is that of now, m, positive up. The status of the inertial unit, for which
  /// manufacturers use different codes, is empty. The heading's accuracy is its bound with 68 %
  /// coverage.
  var inertialFields: [String]? {
    guard let heading = trueHeading.value, let roll = roll.value, let pitch = pitch.value,
      let rollAccuracy = rollAccuracy.value, let pitchAccuracy = pitchAccuracy.value,
      let headingAccuracy = trueHeadingAccuracy.value, let time = universalTime.value
    else { return nil }
    var fields = [NMEASentence.timeOfDay(time)]
    fields += [NMEASentence.bearing(heading.degrees, decimals: 2), "T"]
    fields += [NMEASentence.signed(roll.degrees, 2), NMEASentence.signed(pitch.degrees, 2)]
    fields.append(heave?.value.map { NMEASentence.signed($0.displacement, 2) } ?? "")
    for accuracy in [rollAccuracy, pitchAccuracy, headingAccuracy] {
      fields.append(NMEASentence.decimal(accuracy.degrees, 3))
    }
    fields += [hasRecentFix ? "1" : "0", ""]
    return fields
  }

  /// RMC: time, status, latitude, longitude, speed in knots, true course, date, variation, mode.
  ///
  /// IEC 61162-1 requires status V in every mode but A and D.
  var recommendedMinimumFields: [String]? {
    guard let time = universalTime.value, let coordinate = coordinate.value else { return nil }
    let mode = positionMode
    // In steps, because the compiler of Swift 6.2 gives up on one expression.
    var fields = [NMEASentence.timeOfDay(time), mode == "A" ? "A" : "V"]
    fields += NMEASentence.position(coordinate)
    fields.append(speed.value.map { NMEASentence.decimal($0 / NMEASentence.knot, 2) } ?? "")
    fields.append(course.value.map { NMEASentence.bearing($0.degrees) } ?? "")
    fields.append(NMEASentence.date(time))
    fields += NMEASentence.eastOrWest(declination.value?.degrees)
    fields.append(mode)
    return fields
  }

  /// GGA: time, latitude, longitude, quality (1 GNSS, 6 estimated, 8 simulated), satellites,
  /// dilution, altitude above mean sea level, geoid height, age and station of corrections.
  ///
  /// The fused solution has no number of satellites and no dilution; GST has its accuracy.
  var fixFields: [String]? {
    guard let time = universalTime.value, let coordinate = coordinate.value else { return nil }
    let quality = isSimulated ? "8" : hasRecentFix ? "1" : "6"
    var heights = ["", "", "", ""]
    if let altitude = altitude.value {
      heights[0] = NMEASentence.decimal(altitude, 1)
      heights[1] = "M"
      if let ellipsoidal = ellipsoidalAltitude.value {
        heights[2] = NMEASentence.decimal(ellipsoidal - altitude, 1)
        heights[3] = "M"
      }
    }
    var fields = [NMEASentence.timeOfDay(time)]
    fields += NMEASentence.position(coordinate)
    fields += [quality, "", ""]
    fields += heights
    fields += ["", ""]
    return fields
  }

  /// VTG: true and magnetic course, speed in knots and km/h, mode.
  var courseAndSpeedFields: [String]? {
    guard let speed = speed.value else { return nil }
    var magnetic: Heading<MagneticNorth>?
    if let course = course.value, let declination = declination.value {
      magnetic = Heading(degrees: course.degrees - declination.degrees)
    }
    return [
      course.value.map { NMEASentence.bearing($0.degrees) } ?? "", "T",
      magnetic.map { NMEASentence.bearing($0.degrees) } ?? "", "M",
      NMEASentence.decimal(speed / NMEASentence.knot, 2), "N",
      NMEASentence.decimal(speed * 3.6, 2), "K", positionMode,
    ]
  }

  /// GST: time, residuals, error ellipse (axes, orientation), 1σ of latitude, longitude, altitude.
  ///
  /// The accuracy is that of a circle: of two equal deviations the 68 % radius is
  /// √(−2·ln 0.32) = 1.51 times one.
  var fixAccuracyFields: [String]? {
    guard let time = universalTime.value, let radius = horizontalAccuracy.value else { return nil }
    let deviation = NMEASentence.decimal(radius / Double.sqrt(-2 * Double.log(0.32)), 2)
    return [
      NMEASentence.timeOfDay(time), "", "", "", "", deviation, deviation,
      verticalAccuracy.value.map { NMEASentence.decimal($0, 2) } ?? "",
    ]
  }

  /// Mode of position and velocity: A autonomous, E estimated without a recent fix, S simulated.
  private var positionMode: String { isSimulated ? "S" : hasRecentFix ? "A" : "E" }
}
