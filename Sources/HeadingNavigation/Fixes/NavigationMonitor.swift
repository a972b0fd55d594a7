import HeadingGeometry
import HeadingSensing
import RealModule

/// Fault detection and exclusion: decides which fixes that contradict the filter are right, and
/// what they replace.
///
/// The filter's gates use its own covariance, so that an overconfident wrong filter refuses every
/// good fix. The monitor tests a fix against the previous fixes. If the receiver's positions have
/// moved by the integral of its velocities while both contradict the filter, the filter is wrong;
/// if positions and velocities contradict each other, the receiver is wrong.
struct NavigationMonitor: Sendable {
  /// The part of the filter to replace.
  enum Verdict: Sendable, Equatable { case nothing, position, altitude, velocity, filter }

  /// Consistent fixes since the first contradiction.
  private struct Window {
    var first: FixMeasurement
    var last: FixMeasurement
    /// Displacement by the receiver's velocity and by the filter's, m, east and north.
    var claimed = SIMD2<Double>.zero
    var own = SIMD2<Double>.zero
    var count = 1
    var positions = 0
    var velocities = 0
  }

  private var window: Window?

  /// Time of the newest fix whose position agreed with the filter.
  private var followed: BootTime?
  private var altitudeSince: BootTime?

  /// Distance between the newest fix and the filter's position while they disagree, m; otherwise 0.
  ///
  /// The stated bound contains both until the monitor has decided.
  private(set) var disputedDistance = 0.0

  /// Time of the last replacement of a velocity.
  private var replaced: BootTime?

  /// Maximum interval between consecutive fixes, s.
  private static let longestPause = 5.0

  /// Minimum number of fixes for a decision.
  private static let least = 4

  /// Thresholds of the difference between two displacements in standard deviations: for a
  /// contradiction, and for an immediate decision.
  private static let consistency = 3.0
  private static let significance = 8.0

  /// Time after which consistent fixes replace the filter following a GNSS outage, in which its
  /// error has grown, s.
  private static let gapRecoveryTime = 3.0

  /// Integration error of velocities one second apart, as a fraction of the displacement.
  private static let wayShare = 0.03

  /// The receiver is also consistent if its scatter is below this fraction of its distance from the
  /// filter.
  private static let smallShare = 0.25

  /// Interval between two velocity replacements, s, below which the attitude is taken to be wrong.
  private static let repetitionTime = 30.0

  /// Whether consecutive fixes contradict the filter.
  var isContradicted: Bool { window.map { $0.count > 1 } ?? false }

  /// Whether a contradicting position is treated as a jump of the receiver.
  ///
  /// Not after a GNSS outage: the filter and its velocity may be wrong.
  ///
  /// - Parameters:
  ///   - time: The current time.
  ///   - duration: Duration of the exclusion, s.
  /// - Returns: Whether to refuse a fix as a whole if its position is refused.
  func excludesFixes(at time: BootTime, duration: Double) -> Bool {
    guard let window else { return isFollowed(until: time) }
    return isFollowed(until: window.first.time)
      && time.seconds(since: window.first.time) < duration
  }

  /// Evaluates a fix that the filter has accepted or refused.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - contradictions: The parts of it that contradict the filter.
  ///   - filter: The filter after the fix.
  /// - Returns: The part of the filter to replace.
  mutating func note(
    _ fix: borrowing FixMeasurement, _ contradictions: FixContradictions,
    filter: borrowing NavigationFilter
  ) -> Verdict {
    let altitude = noteAltitude(fix, contradictions, filter: filter)
    let time = fix.time
    let wasFollowed = isFollowed(until: window?.first.time ?? time)
    disputedDistance = 0
    if !contradictions.contains(.position) {
      followed = time
    } else {
      disputedDistance = Self.length(filter.offset(of: fix))
    }
    guard !contradictions.isDisjoint(with: [.position, .velocity]) else {
      window = nil
      return altitude
    }
    guard var window, fix.time.seconds(since: window.last.time) < Self.longestPause
    else {
      self.window = Window(first: copy fix, last: copy fix)
      return altitude
    }
    let interval = fix.time.seconds(since: window.last.time)
    let own = SIMD2(filter.state.velocity.x, filter.state.velocity.y)
    window.claimed += Self.velocity(of: fix, since: window.last, interval: interval) * interval
    window.own += own * interval
    window.count += 1
    if contradictions.contains(.position) { window.positions += 1 }
    if contradictions.contains(.velocity) { window.velocities += 1 }
    let way = Self.way(from: window.first, to: fix)
    window.last = copy fix
    let elapsed = fix.time.seconds(since: window.first.time)
    let spread = fix.deviation * filter.spreadShare(after: elapsed)
    let beside = Self.length(way - window.claimed)
    let apart = Self.length(filter.offset(of: fix))
    let doubt = Self.consistency * spread + Self.wayShare * Self.length(way)
    // The receiver's positions must be consistent with its velocity, at least as well as with the
    // filter's.
    guard beside < max(doubt, Self.smallShare * apart),
      beside <= Self.length(way - window.own) + doubt
    else {
      // The receiver is inconsistent: start a new window.
      self.window = Window(first: copy fix, last: copy fix)
      return altitude
    }
    self.window = window
    let isVelocity = window.velocities * 2 > window.count
    let difference = Self.length(window.claimed - window.own)
    let isDecided =
      isVelocity && difference > Self.significance * spread
      && beside * 2 < Self.length(way - window.own)
    // If the velocities agree with a position that was accepted until then, a receiver fault is
    // more likely.
    let requiredTime =
      !wasFollowed
      ? Self.gapRecoveryTime
      : isVelocity ? filter.parameters.recoveryTime : filter.parameters.jumpTime
    guard window.count >= Self.least, isDecided || elapsed >= requiredTime else { return altitude }
    self.window = nil
    // The next fix resolves the difference of positions.
    guard isVelocity else { return .position }
    disputedDistance = 0
    let isRepeated = replaced.map { time.seconds(since: $0) < Self.repetitionTime } ?? false
    replaced = time
    return isRepeated || elapsed >= filter.parameters.recoveryTime ? .filter : .velocity
  }

  /// Whether a position was accepted shortly before a moment; not after a GNSS outage, in which the
  /// filter's error may have grown.
  private func isFollowed(until moment: BootTime) -> Bool {
    guard let followed else { return false }
    return moment.seconds(since: followed) < Self.longestPause
  }

  /// Tests the altitude; if the barometer shows no such climb, a longer contradiction is required.
  private mutating func noteAltitude(
    _ fix: borrowing FixMeasurement, _ contradictions: FixContradictions,
    filter: borrowing NavigationFilter
  ) -> Verdict {
    guard fix.altitude != nil else { return .nothing }
    guard contradictions.contains(.altitude) else {
      altitudeSince = nil
      return .nothing
    }
    guard let since = altitudeSince else {
      altitudeSince = fix.time
      return .nothing
    }
    let isDenied = filter.hasRecentPressure && filter.pressureMonitor.refusals == 0
    let requiredTime = isDenied ? filter.parameters.jumpTime : filter.parameters.recoveryTime
    guard fix.time.seconds(since: since) >= requiredTime else { return .nothing }
    altitudeSince = nil
    return .altitude
  }

  /// Mean velocity of the receiver between two fixes, m/s: reported, or from its positions.
  private static func velocity(
    of fix: borrowing FixMeasurement, since last: borrowing FixMeasurement, interval: Double
  ) -> SIMD2<Double> {
    guard let before = last.velocity, let now = fix.velocity else {
      return way(from: last, to: fix) / interval
    }
    return (before + now) / 2
  }

  private static func way(
    from first: borrowing FixMeasurement, to last: borrowing FixMeasurement
  ) -> SIMD2<Double> {
    let radii = EarthRadii(latitude: last.latitude, height: 0)
    return SIMD2(
      (last.longitude - first.longitude) * radii.east,
      (last.latitude - first.latitude) * radii.north)
  }

  private static func length(_ vector: SIMD2<Double>) -> Double {
    (vector * vector).sum().squareRoot()
  }
}
