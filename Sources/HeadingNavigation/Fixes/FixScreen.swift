import HeadingGeometry
import HeadingSensing
import RealModule

/// Plausibility checks of a fix before the filter: range of its values, time stamps, frozen
/// receivers.
struct FixScreen: Sendable {
  /// Best accuracy of carrier-phase positioning, 68 %, m; a smaller reported accuracy is
  /// implausible.
  private static let smallestAccuracy = 0.005

  /// A receiver that repeats a position for this number of fixes while the device moves is frozen.
  private static let frozenCount = 3

  /// A position is repeated if it moved by less than this fraction of the distance travelled: the
  /// last digits of some frozen receivers still vary.
  private static let frozenShare = 0.05

  /// Ratio of total to white position error once the reported accuracy is refuted: most of a
  /// receiver's error is correlated and does not scatter.
  private static let slowOverWhite = 4.0

  private var last: Fix?
  private var repeats = 0

  /// The first fix of the repeated position.
  private var firstRepeated: Fix?
  private var scatter = FixScatter()

  /// Whether the receiver repeats a position, which is a fault if the device moves.
  var isRepeating: Bool { repeats >= Self.frozenCount }

  /// Checks and converts a fix.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - latency: Time stamp minus time of validity, s.
  ///   - speed: Speed at which the device moves with certainty, m/s; 0 if it may stand.
  ///   - parameters: Assumptions for accuracies that the receiver does not report.
  /// - Returns: The measurement, `nil` if it must not be used, and the faults of the fix.
  mutating func admit(
    _ fix: Fix, latency: Double, speed: Double, parameters: NavigationParameters
  ) -> (measurement: FixMeasurement?, reasons: Reasons) {
    var reasons: Reasons = []
    var isCopy = false
    if let last {
      let elapsed = fix.time.seconds(since: last.time)
      // A fix with the same time stamp is a duplicate.
      if elapsed == 0 { return (nil, []) }
      if elapsed < 0 { return (nil, .fixTimeImplausible) }
      if let now = fix.universalTime, let before = last.universalTime,
        !(now.secondsSince1970 > before.secondsSince1970 - 1e-3)
      {
        self.last?.universalTime = now
        return (nil, .fixTimeImplausible)
      }
      if let firstRepeated, Self.isSame(fix, firstRepeated, speed: max(speed, fix.speed ?? 0)) {
        repeats += 1
      } else {
        repeats = 0
        firstRepeated = fix
      }
      isCopy =
        fix.coordinate == last.coordinate && fix.altitude == last.altitude
        && fix.speed == last.speed && fix.course == last.course
    } else {
      firstRepeated = fix
    }
    last = fix
    if speed > 0 || (fix.speed ?? 0) > 1 {
      if isRepeating { return (nil, .fixFrozen) }
      // A moving receiver never reports two identical fixes: this is a duplicate.
      if isCopy { return (nil, []) }
    }

    var result = FixMeasurement(
      time: fix.time.advanced(bySeconds: -latency),
      latitude: Angle(degrees: fix.coordinate.latitude).radians,
      longitude: Angle(degrees: fix.coordinate.longitude).radians,
      deviation: parameters.unstatedPosition)
    if let accuracy = fix.horizontalAccuracy {
      if accuracy >= Self.smallestAccuracy, accuracy < 1e5 {
        result.deviation = PositionBound.deviation(radius68: accuracy)
      } else {
        reasons.insert(.fixAccuracyImplausible)
      }
    }
    addAltitude(of: fix, to: &result, reasons: &reasons)
    addVelocity(of: fix, to: &result, reasons: &reasons, parameters: parameters)
    scatter.update(result)
    if let seen = scatter.deviation(claimed: result.deviation) {
      reasons.insert(.fixAccuracyImplausible)
      let likely = Self.slowOverWhite * seen
      result.altitudeDeviation *= likely / result.deviation
      result.deviation = likely
    }
    return (result, reasons)
  }

  /// Whether two fixes are at one position, although a device of that speed, m/s, has moved between
  /// them.
  private static func isSame(_ one: Fix, _ other: Fix, speed: Double) -> Bool {
    let radii = EarthRadii(latitude: Angle(degrees: one.coordinate.latitude).radians, height: 0)
    let north =
      Angle(degrees: one.coordinate.latitude - other.coordinate.latitude).radians * radii.north
    let east =
      Angle(degrees: one.coordinate.longitude - other.coordinate.longitude).radians * radii.east
    let reach = frozenShare * speed * one.time.seconds(since: other.time)
    return north * north + east * east <= reach * reach
  }

  private func addAltitude(
    of fix: Fix, to result: inout FixMeasurement, reasons: inout Reasons
  ) {
    guard let altitude = fix.altitude, altitude > -1000, altitude < 100_000 else { return }
    result.altitude = altitude
    // All satellites are above the horizon, so that vertical errors are about 1.5 times horizontal
    // ones.
    result.altitudeDeviation = 1.5 * result.deviation
    if let accuracy = fix.verticalAccuracy {
      if accuracy >= Self.smallestAccuracy, accuracy < 1e5 {
        result.altitudeDeviation = accuracy
      } else {
        reasons.insert(.fixAccuracyImplausible)
      }
    }
  }

  private func addVelocity(
    of fix: Fix, to result: inout FixMeasurement, reasons: inout Reasons,
    parameters: NavigationParameters
  ) {
    guard let speed = fix.speed, speed >= 0, speed < 1000 else { return }
    result.velocityDeviation = parameters.unstatedVelocity
    result.lagDeviation = parameters.unstatedLag
    if let accuracy = fix.speedAccuracy {
      if accuracy > 0, accuracy < 1000 {
        result.velocityDeviation = max(accuracy, 0.01)
        result.lagDeviation = result.velocityDeviation / parameters.usualAcceleration
      } else {
        reasons.insert(.fixAccuracyImplausible)
      }
    }
    if let climb = fix.climbRate, abs(climb) < 1000 { result.climbRate = climb }
    if let course = fix.course, course.degrees.isFinite {
      result.velocity = SIMD2(speed * course.angle.sine, speed * course.angle.cosine)
    } else if speed < 0.5 {
      // Too slow for a course: zero velocity with the speed as its deviation.
      result.velocity = .zero
      result.velocityDeviation = max(result.velocityDeviation, speed)
    }
  }
}
