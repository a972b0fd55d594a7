import HeadingGeometry
import HeadingSensing
import RealModule

/// Looks at a fix before the filter does: numbers that cannot be, clocks that run back, receivers that hang.
struct FixScreen: Sendable {
  /// The best that carrier phase reaches, 68 %, m; a smaller claim is no measurement.
  private static let smallestAccuracy = 0.005

  /// A receiver that repeats a place for so many fixes while it moves hangs.
  private static let frozenCount = 3

  /// A place is the same where it has moved by less than this share of the way: some receivers' last digits play on.
  private static let frozenShare = 0.05

  /// What a place is off by, over its scatter, where the claim that would tell has been shown wrong: most of a
  /// receiver's error is slow and does not scatter.
  private static let slowOverWhite = 4.0

  private var last: Fix?
  private var repeats = 0

  /// The first of the fixes that repeat a place.
  private var held: Fix?
  private var scatter = FixScatter()

  /// Whether the receiver repeats a place, which is a fault if the device moves.
  var isRepeating: Bool { repeats >= Self.frozenCount }

  /// Takes a fix; `nil` in place of a measurement if it must not be used.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - latency: How long before its time stamp it was valid, s.
  ///   - speed: What the estimate is sure to move by, m/s; 0 where it is not sure to move.
  ///   - parameters: What is assumed where the receiver says nothing.
  /// - Returns: The measurement, and what is wrong with the fix.
  mutating func admit(
    _ fix: Fix, latency: Double, speed: Double, parameters: NavigationParameters
  ) -> (measurement: FixMeasurement?, reasons: Reasons) {
    var reasons: Reasons = []
    var isCopy = false
    if let last {
      let elapsed = fix.time.seconds(since: last.time)
      // The same fix twice is none.
      if elapsed == 0 { return (nil, []) }
      if elapsed < 0 { return (nil, .fixTimeImplausible) }
      if let now = fix.universalTime, let before = last.universalTime,
        !(now.secondsSince1970 > before.secondsSince1970 - 1e-3)
      {
        self.last?.universalTime = now
        return (nil, .fixTimeImplausible)
      }
      if let held, Self.isSame(fix, held, speed: max(speed, fix.speed ?? 0)) {
        repeats += 1
      } else {
        repeats = 0
        held = fix
      }
      isCopy =
        fix.coordinate == last.coordinate && fix.altitude == last.altitude
        && fix.speed == last.speed && fix.course == last.course
    } else {
      held = fix
    }
    last = fix
    if speed > 0 || (fix.speed ?? 0) > 1 {
      if isRepeating { return (nil, .fixFrozen) }
      // What moves is never the same to the last digit: the one before was said once more.
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

  /// Whether two fixes are at one place, though a device of that speed, m/s, has gone on between them.
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
    // Satellites stand above, never below: heights are half as good again as places.
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
      // Too slow for a course: somewhere within the speed of no motion.
      result.velocity = .zero
      result.velocityDeviation = max(result.velocityDeviation, speed)
    }
  }
}
