import HeadingGeometry
import HeadingSensing
import RealModule

/// Decides, outside of the filter, which fixes that contradict it are to be believed, and what of the filter they replace.
///
/// The filter's gates test a fix against the filter's own covariance: an overconfident filter that is wrong refuses every
/// good fix. The monitor tests a fix against the fixes before it. If the receiver's places have moved by the integral of its
/// velocities while both contradict the filter, the filter is wrong; if places and velocities contradict each other, it is
/// the receiver.
struct NavigationMonitor: Sendable {
  /// What of the filter is to be replaced.
  enum Verdict: Sendable, Equatable { case nothing, place, altitude, velocity, filter }

  /// The fixes since the filter was first contradicted, as far as they agree with one another.
  private struct Window {
    var first: FixMeasurement
    var last: FixMeasurement
    /// The way by the receiver's velocity and by the filter's, m, east and north.
    var claimed = SIMD2<Double>.zero
    var own = SIMD2<Double>.zero
    var count = 1
    var places = 0
    var velocities = 0
  }

  private var window: Window?

  /// The newest fix that did not contradict the place.
  private var followed: BootTime?
  private var altitudeSince: BootTime?

  /// Distance between the newest fix and the filter's place while they disagree after a GNSS outage, m; otherwise 0.
  ///
  /// The stated bound contains both until the monitor has decided which of them is right.
  private(set) var dispute = 0.0

  /// When a velocity was last replaced.
  private var replaced: BootTime?

  /// Fixes further apart do not follow one another, s.
  private static let longestPause = 5.0

  /// Fewer fixes tell nothing.
  private static let least = 4

  /// Two ways are apart beyond so many standard deviations, and decide at once beyond so many.
  private static let consistency = 3.0
  private static let significance = 8.0

  /// After a gap of the fixes, in which the filter's own error has grown, agreeing fixes are believed after this time, s.
  private static let gapRecoveryTime = 3.0

  /// The integral of velocities a second apart leaves out such a share of the way in bends.
  private static let wayShare = 0.03

  /// A receiver also agrees with itself where its scatter is below this share of its distance from the filter.
  private static let smallShare = 0.25

  /// A velocity that has to be replaced twice within this time, s, shows a wrong attitude.
  private static let repetitionTime = 30.0

  /// Whether fixes contradict the filter.
  var isContradicted: Bool { window.map { $0.count > 1 } ?? false }

  /// Whether a place that contradicts the filter is a jump, and the receiver has not had the time to prove right.
  ///
  /// After a gap of the fixes it is the filter that may be wrong, and its velocity with it.
  ///
  /// - Parameters:
  ///   - time: Now.
  ///   - patience: How long it takes, s.
  /// - Returns: Whether a fix whose place is refused is to be left out whole.
  func excludesFixes(at time: BootTime, patience: Double) -> Bool {
    guard let window else { return isFollowed(until: time) }
    return isFollowed(until: window.first.time)
      && time.seconds(since: window.first.time) < patience
  }

  /// Takes note of a fix that the filter has taken in or refused.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - contradictions: What of it contradicts the filter.
  ///   - filter: The filter, after it.
  /// - Returns: What is to be replaced.
  mutating func note(
    _ fix: borrowing FixMeasurement, _ contradictions: FixContradictions,
    filter: inout NavigationFilter
  ) -> Verdict {
    let altitude = noteAltitude(fix, contradictions, filter: &filter)
    let time = fix.time
    let wasFollowed = isFollowed(until: window?.first.time ?? time)
    dispute = 0
    if !contradictions.contains(.place) {
      followed = time
    } else if !wasFollowed {
      dispute = Self.length(filter.offset(of: fix))
    }
    guard !contradictions.isDisjoint(with: [.place, .velocity]) else {
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
    if contradictions.contains(.place) { window.places += 1 }
    if contradictions.contains(.velocity) { window.velocities += 1 }
    let way = Self.way(from: window.first, to: fix)
    window.last = copy fix
    let elapsed = fix.time.seconds(since: window.first.time)
    let spread = fix.deviation * filter.spreadShare(after: elapsed)
    let beside = Self.length(way - window.claimed)
    let apart = Self.length(filter.offset(of: fix))
    let doubt = Self.consistency * spread + Self.wayShare * Self.length(way)
    // The receiver's places must follow its own velocity at least as well as the filter's.
    guard beside < max(doubt, Self.smallShare * apart),
      beside <= Self.length(way - window.own) + doubt
    else {
      // The receiver contradicts itself: a new window starts here.
      self.window = Window(first: copy fix, last: copy fix)
      return altitude
    }
    self.window = window
    let isVelocity = window.velocities * 2 > window.count
    let difference = Self.length(window.claimed - window.own)
    let isDecided =
      isVelocity && difference > Self.significance * spread
      && beside * 2 < Self.length(way - window.own)
    // Velocities that agree with a place which was accepted until then make a fault of the receiver more likely.
    let patience =
      !wasFollowed
      ? Self.gapRecoveryTime
      : isVelocity ? filter.parameters.recoveryTime : filter.parameters.jumpTime
    guard window.count >= Self.least, isDecided || elapsed >= patience else { return altitude }
    self.window = nil
    dispute = 0
    guard isVelocity else { return .place }
    let isRepeated = replaced.map { time.seconds(since: $0) < Self.repetitionTime } ?? false
    replaced = time
    return isRepeated || elapsed >= filter.parameters.recoveryTime ? .filter : .velocity
  }

  /// Whether a place was accepted shortly before a moment; not so after a gap of the fixes, in which an own error may have grown.
  private func isFollowed(until moment: BootTime) -> Bool {
    guard let followed else { return false }
    return moment.seconds(since: followed) < Self.longestPause
  }

  /// An altitude is believed against a barometer that has seen no such climb only after long.
  private mutating func noteAltitude(
    _ fix: borrowing FixMeasurement, _ contradictions: FixContradictions,
    filter: inout NavigationFilter
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
    let patience = isDenied ? filter.parameters.jumpTime : filter.parameters.recoveryTime
    guard fix.time.seconds(since: since) >= patience else { return .nothing }
    altitudeSince = nil
    return .altitude
  }

  /// The receiver's mean velocity between two fixes, m/s: what it says, or else what its places say.
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
