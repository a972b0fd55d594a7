import HeadingEngine
import HeadingGeometry
import HeadingNavigation
import HeadingProtocol
import HeadingSensing

/// The paths that are sent: those of the specification, and one of the accuracy beside each.
enum SignalKPath: String, CaseIterable {
  case headingMagnetic = "navigation.headingMagnetic"
  case headingMagneticAccuracy = "navigation.headingMagneticAccuracy"
  case headingTrue = "navigation.headingTrue"
  case headingTrueAccuracy = "navigation.headingTrueAccuracy"
  case headingCompass = "navigation.headingCompass"
  case magneticDeviation = "navigation.magneticDeviation"
  case magneticVariation = "navigation.magneticVariation"
  case rateOfTurn = "navigation.rateOfTurn"
  case attitude = "navigation.attitude"
  case attitudeAccuracy = "navigation.attitudeAccuracy"
  case position = "navigation.position"
  case positionAccuracy = "navigation.positionAccuracy"
  case courseOverGroundTrue = "navigation.courseOverGroundTrue"
  case courseOverGroundMagnetic = "navigation.courseOverGroundMagnetic"
  case courseOverGroundAccuracy = "navigation.courseOverGroundAccuracy"
  case speedOverGround = "navigation.speedOverGround"
  case speedOverGroundAccuracy = "navigation.speedOverGroundAccuracy"
  case methodQuality = "navigation.gnss.methodQuality"
  case heave = "environment.heave"
  case heaveAccuracy = "environment.heaveAccuracy"
  case headingState = "notifications.navigation.heading"

  /// The value in a solution; `nil` while not known.
  func value(_ solution: HeadingSolution) -> SignalKValue? {
    switch self {
    case .headingMagnetic: Self.direction(solution.magneticHeading.value?.degrees)
    case .headingMagneticAccuracy: Self.angle(solution.headingAccuracy.value)
    case .headingTrue: Self.direction(solution.trueHeading.value?.degrees)
    case .headingTrueAccuracy: Self.angle(solution.trueHeadingAccuracy.value)
    case .headingCompass:
      solution.deviation.flatMap { deviation in
        solution.magneticHeading.value.flatMap {
          Self.direction(Heading<MagneticNorth>(degrees: $0.degrees - deviation.degrees).degrees)
        }
      }
    case .magneticDeviation: Self.angle(solution.deviation)
    case .magneticVariation: Self.angle(solution.declination.value)
    case .rateOfTurn: solution.rateOfTurn.flatMap { Self.number($0, 6) }
    case .attitude: Self.attitude(solution)
    case .attitudeAccuracy:
      Self.members([
        "roll": solution.rollAccuracy.value?.radians,
        "pitch": solution.pitchAccuracy.value?.radians,
      ])
    case .position:
      solution.coordinate.value.flatMap {
        // Altitude is optional, and above mean sea level.
        Self.members(["latitude": $0.latitude, "longitude": $0.longitude], decimals: 8)?
          .adding("altitude", solution.altitude.value.map { WireNumber.rounded($0, 3) })
      }
    case .positionAccuracy: solution.horizontalAccuracy.value.flatMap { Self.number($0, 3) }
    case .courseOverGroundTrue: Self.direction(solution.course.value?.degrees)
    case .courseOverGroundMagnetic:
      solution.course.value.flatMap { course in
        solution.declination.value.flatMap {
          Self.direction(Heading<MagneticNorth>(degrees: course.degrees - $0.degrees).degrees)
        }
      }
    case .courseOverGroundAccuracy: Self.angle(solution.courseAccuracy.value)
    case .speedOverGround: solution.speed.value.flatMap { Self.number($0, 4) }
    case .speedOverGroundAccuracy: solution.speedAccuracy.value.flatMap { Self.number($0, 4) }
    case .methodQuality: Self.methodQuality(solution)
    case .heave: solution.heave?.value.flatMap { Self.number($0.displacement, 3) }
    case .heaveAccuracy: solution.heave?.value.flatMap { Self.number($0.accuracy, 3) }
    case .headingState: .notification(SignalKNotification(solution))
    }
  }

  /// Roll positive to starboard, pitch positive bow up, yaw from true north, −π < yaw ≤ π, only
  /// while the true heading is known.
  private static func attitude(_ solution: HeadingSolution) -> SignalKValue? {
    members(["roll": solution.roll.value?.radians, "pitch": solution.pitch.value?.radians])?
      .adding(
        "yaw",
        solution.trueHeading.value.map {
          WireNumber.rounded(Angle(degrees: $0.degrees).normalized.radians, 6)
        })
  }

  private static func methodQuality(_ solution: HeadingSolution) -> SignalKValue {
    if solution.isSimulated { return .text("Simulator mode") }
    if solution.hasRecentFix { return .text("GNSS Fix") }
    return .text(solution.coordinate.value == nil ? "no GPS" : "Estimated (DR) mode")
  }

  /// A direction, 0 ≤ direction < 2π.
  private static func direction(_ degrees: Double?) -> SignalKValue? {
    guard let degrees, degrees.isFinite else { return nil }
    let radians = WireNumber.rounded(Angle(degrees: degrees).radians, 6)
    return .number(radians >= 6.283_185 ? 0 : radians)
  }

  private static func angle(_ angle: Angle?) -> SignalKValue? {
    angle.flatMap { number($0.radians, 6) }
  }

  private static func number(_ value: Double, _ decimals: Int) -> SignalKValue? {
    value.isFinite ? .number(WireNumber.rounded(value, decimals)) : nil
  }

  /// An object; `nil` if one of its numbers is missing.
  private static func members(_ values: [String: Double?], decimals: Int = 6) -> SignalKValue? {
    var members: [String: Double] = [:]
    for (key, value) in values {
      guard let value, value.isFinite else { return nil }
      members[key] = WireNumber.rounded(value, decimals)
    }
    return .members(members)
  }
}

extension SignalKValue {
  /// The object with another number, if that is known.
  fileprivate func adding(_ key: String, _ value: Double?) -> SignalKValue {
    guard case .members(var members) = self, let value, value.isFinite else { return self }
    members[key] = value
    return .members(members)
  }
}
