import HeadingGeodesy
import HeadingGeometry
import HeadingNavigation
import HeadingSensing
import RealModule

/// Reports the position: from the navigation filter while it is accurate enough, else the
/// configured one.
struct PositionReporter {
  // Receivers deliver at 1 Hz or faster; three missing fixes are a loss.
  private static let staleAfter = 3.5

  /// Minimum speed of a course, m/s; the speed must also exceed twice its 1σ.
  private static let minimumCourseSpeed = 0.3

  private var fix: Fix?
  private var receiver: SensorStatus.State?
  var settings = EngineSettings()

  /// Geoid undulation reported by the receiver, m.
  private var undulation: Double?

  /// Stores a fix; one that is older than the newest is ignored.
  mutating func take(_ new: Fix) {
    if let fix, new.time < fix.time { return }
    fix = new
    receiver = .present
    if let altitude = new.altitude, let ellipsoidal = new.ellipsoidalAltitude {
      undulation = ellipsoidal - altitude
    }
  }

  /// Records the state reported by the receiver's source.
  mutating func note(_ state: SensorStatus.State) { receiver = state }

  /// The last known position, however old, for the magnetic model.
  var lastCoordinate: Coordinate? { fix?.coordinate ?? settings.fixedCoordinate }

  /// The last known height above the ellipsoid or, failing that, mean sea level, m; 0 if unknown.
  var lastHeight: Double {
    fix?.ellipsoidalAltitude ?? fix?.altitude ?? settings.fixedAltitude ?? 0
  }

  /// Why there is no current fix; `nil` if there is one.
  func absence(at now: BootTime) -> Reasons? {
    switch receiver {
    case .none, .absent: return .gnssMissing
    case .failed, .misaligned: return .noFix
    case .silent: return fix == nil ? .noFix : .fixStale
    case .present:
      guard let fix else { return .noFix }
      return now.seconds(since: fix.time) > Self.staleAfter ? .fixStale : nil
    }
  }

  /// Sets the solution's position and velocity.
  func fill(
    _ solution: inout HeadingSolution, from estimate: NavigationEstimate, at now: BootTime
  ) {
    let absence = absence(at: now)
    solution.navigationSources = estimate.sources
    solution.fixAge = Availability(estimate.fixAge, else: absence ?? .noFix)
    solution.reasons.formUnion(estimate.reasons)
    // Without fixes the inertial position is used up to the configured accuracy.
    let carries =
      estimate.isAligned && estimate.horizontalAccuracy <= settings.coastingLimit
    guard let coordinate = estimate.coordinate, absence == nil || carries else {
      miss(&solution, absence ?? .noFix)
      return
    }
    if let absence { solution.reasons.formUnion(absence.union(.deadReckoning)) }
    solution.coastingTime = .missing(.notReported)
    solution.coordinate = .known(coordinate)
    solution.horizontalAccuracy = .known(estimate.horizontalAccuracy)
    let velocity = estimate.velocity
    let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
    solution.velocity = .known(velocity)
    solution.speed = .known(speed)
    solution.speedAccuracy = .known(estimate.velocityDeviation)
    if speed > max(Self.minimumCourseSpeed, 2 * estimate.velocityDeviation) {
      solution.course = .known(
        Heading(Angle(radians: Double.atan2(y: velocity.x, x: velocity.y))))
      solution.courseAccuracy = .known(Angle(radians: estimate.velocityDeviation / speed))
    } else {
      solution.course = .missing(.notReported)
      solution.courseAccuracy = .missing(.notReported)
    }
  }

  private func miss(_ solution: inout HeadingSolution, _ absence: Reasons) {
    solution.coordinate = Availability(settings.fixedCoordinate, else: absence)
    solution.horizontalAccuracy = .missing(absence)
    solution.velocity = .missing(absence)
    solution.speed = .missing(absence)
    solution.speedAccuracy = .missing(absence)
    solution.course = .missing(absence)
    solution.courseAccuracy = .missing(absence)
    solution.coastingTime = .missing(absence)
  }

  /// Sets the altitudes; `pressureAbsence`: why there is no pressure, `nil` if there is one.
  func fillAltitude(
    _ solution: inout HeadingSolution, from estimate: NavigationEstimate,
    pressureAbsence: Reasons?, at now: BootTime
  ) {
    let absence = absence(at: now)
    // Altitude learned from fixes is kept after their loss, to avoid a step.
    let isTaught = estimate.fixAge != nil && (pressureAbsence == nil || estimate.isAligned)
    if let absence, let fixed = settings.fixedAltitude, !isTaught {
      solution.altitude = .known(fixed)
      solution.verticalAccuracy = .missing(absence)
      solution.ellipsoidalAltitude = Availability(undulation.map { fixed + $0 }, else: absence)
      return
    }
    let isTold = absence == nil || pressureAbsence == nil || estimate.isAligned
    let isUseful = estimate.altitudeDeviation < 200
    guard let altitude = estimate.altitude, isTold, isUseful else {
      let why = (absence ?? .notReported).union(pressureAbsence ?? [])
      solution.altitude = .missing(why)
      solution.verticalAccuracy = .missing(why)
      // An ellipsoidal height alone is the receiver's.
      let current = absence == nil ? fix : nil
      solution.ellipsoidalAltitude = Availability(
        current?.ellipsoidalAltitude, else: absence ?? .notReported)
      if !solution.ellipsoidalAltitude.isMissing {
        solution.verticalAccuracy = Availability(current?.verticalAccuracy, else: .notReported)
      }
      return
    }
    solution.altitude = .known(altitude)
    solution.verticalAccuracy = .known(estimate.altitudeDeviation)
    solution.ellipsoidalAltitude = Availability(
      undulation.map { altitude + $0 }, else: absence ?? .notReported)
  }
}
