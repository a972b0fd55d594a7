import CHeading
import HeadingEngine
import HeadingGeometry
import HeadingSensing

extension heading_solution {
  /// The solution in C.
  init(_ solution: HeadingSolution) {
    self.init()
    reasons = solution.reasons.rawValue
    status = Int32(solution.status.rawValue)
    axis = Int32(solution.headingAxis.rawValue)
    source = Int32(solution.headingSource.rawValue)
    time = solution.time.nanoseconds
    unix_time = (solution.universalTime.value?.secondsSince1970).orNaN
    magnetic_heading = (solution.magneticHeading.value?.degrees).orNaN
    heading_68 = solution.headingAccuracy.value.degrees
    heading_95 = solution.headingAccuracy95.value.degrees
    true_heading = (solution.trueHeading.value?.degrees).orNaN
    true_heading_68 = solution.trueHeadingAccuracy.value.degrees
    terms = heading_terms(solution.headingErrorTerms)
    declination = solution.declination.value.degrees
    declination_error = solution.declinationAccuracy.value.degrees
    attitude = solution.attitude.value?.tuple ?? (.nan, .nan, .nan, .nan)
    let unknown = Matrix3(columns: .unknown, .unknown, .unknown)
    attitude_covariance = (solution.attitudeCovariance.value ?? unknown).tuple
    pitch = solution.pitch.value.degrees
    roll = solution.roll.value.degrees
    pitch_accuracy = solution.pitchAccuracy.value.degrees
    roll_accuracy = solution.rollAccuracy.value.degrees
    rotation_rate = (solution.rotationRate.value ?? .unknown).tuple
    linear_acceleration = (solution.linearAcceleration.value ?? .unknown).tuple
    field = (solution.field.value ?? .unknown).tuple
    inclination = solution.inclination.value.degrees
    fillMotion(solution)
  }

  private mutating func fillMotion(_ solution: HeadingSolution) {
    latitude = (solution.coordinate.value?.latitude).orNaN
    longitude = (solution.coordinate.value?.longitude).orNaN
    horizontal_accuracy = solution.horizontalAccuracy.value.orNaN
    altitude = solution.altitude.value.orNaN
    ellipsoidal_altitude = solution.ellipsoidalAltitude.value.orNaN
    vertical_accuracy = solution.verticalAccuracy.value.orNaN
    velocity = (solution.velocity.value ?? .unknown).tuple
    speed = solution.speed.value.orNaN
    speed_accuracy = solution.speedAccuracy.value.orNaN
    course = (solution.course.value?.degrees).orNaN
    course_accuracy = solution.courseAccuracy.value.degrees
    fix_age = solution.fixAge.value.orNaN
    coasting_time = solution.coastingTime.value.orNaN
    pressure = solution.pressure.value.orNaN
    relative_altitude = solution.relativeAltitude.value.orNaN
    climb_rate = solution.climbRate.value.orNaN
    climb_rate_accuracy = solution.climbRateAccuracy.value.orNaN
  }
}

extension HeadingSolution {
  /// Why a value is missing; `nil` for a number that is not of `enum heading_value`.
  func missing(_ value: Int32) -> Reasons? {
    switch value {
    case 0: magneticHeading.reasons
    case 1: trueHeading.reasons
    case 2: attitude.reasons
    case 3: rotationRate.reasons
    case 4: field.reasons
    case 5: declination.reasons
    case 6: coordinate.reasons
    case 7: altitude.reasons
    case 8: ellipsoidalAltitude.reasons
    case 9: velocity.reasons
    case 10: course.reasons
    case 11: pressure.reasons
    case 12: climbRate.reasons
    case 13: universalTime.reasons
    default: nil
    }
  }
}
