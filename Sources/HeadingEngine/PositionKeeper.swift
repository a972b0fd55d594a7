import HeadingGeodesy
import HeadingGeometry
import HeadingSensing

/// The place: from the newest fix, else the fixed one of the settings.
struct PositionKeeper {
  // A receiver delivers once a second or faster; three missed fixes are a loss.
  private static let staleAfter = 3.5

  private var fix: Fix?
  private var receiver: SensorStatus.State?
  var settings = EngineSettings()

  /// Takes a fix; one that is older than the newest is passed over.
  mutating func take(_ new: Fix) {
    if let fix, new.time < fix.time { return }
    fix = new
    receiver = .present
  }

  /// Takes note of what the receiver's source says.
  mutating func note(_ state: SensorStatus.State) { receiver = state }

  /// The last known place, however old: good enough for the magnetic model.
  var lastCoordinate: Coordinate? { fix?.coordinate ?? settings.fixedCoordinate }

  /// The last known height above the ellipsoid or, failing that, above the sea, m; 0 if none is known.
  var lastHeight: Double {
    fix?.ellipsoidalAltitude ?? fix?.altitude ?? settings.fixedAltitude ?? 0
  }

  /// Why there is no current fix.
  private func absence(at now: BootTime) -> Reasons? {
    switch receiver {
    case .none, .absent: return .gnssMissing
    case .failed: return .noFix
    case .present:
      guard let fix else { return .noFix }
      return now.seconds(since: fix.time) > Self.staleAfter ? .fixStale : nil
    }
  }

  /// Fills the solution's position part.
  func fill(_ solution: inout HeadingSolution, at now: BootTime) {
    if let absence = absence(at: now) {
      solution.coordinate = Availability(settings.fixedCoordinate, else: absence)
      solution.altitude = Availability(settings.fixedAltitude, else: absence)
      solution.ellipsoidalAltitude = .missing(absence)
      solution.horizontalAccuracy = .missing(absence)
      solution.verticalAccuracy = .missing(absence)
      solution.speed = .missing(absence)
      solution.course = .missing(absence)
      return
    }
    solution.coordinate = Availability(fix?.coordinate, else: .noFix)
    solution.altitude = Availability(fix?.altitude, else: .notReported)
    solution.ellipsoidalAltitude = Availability(fix?.ellipsoidalAltitude, else: .notReported)
    solution.horizontalAccuracy = Availability(fix?.horizontalAccuracy, else: .notReported)
    solution.verticalAccuracy = Availability(fix?.verticalAccuracy, else: .notReported)
    solution.speed = Availability(fix?.speed, else: .notReported)
    solution.course = Availability(fix?.course, else: .notReported)
  }
}
