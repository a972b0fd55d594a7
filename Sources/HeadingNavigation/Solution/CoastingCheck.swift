import HeadingGeometry
import HeadingSensing

/// Measures the dead-reckoning error of the filter while fixes are available as a reference.
///
/// A copy of the filter coasts without fixes, and its position is compared with that of the filter
/// that uses them. The ratio of the squared distance to its variance scales the stated bound during
/// a GNSS outage: unmodelled errors (low sample rates, misaligned axes, gusts) show only over many
/// seconds.
struct CoastingCheck: Sendable {
  /// The coasting copy, kept between checks for its storage; `nil` before the first.
  private var filter: NavigationFilter?
  private var isRunning = false
  private var begun: BootTime?
  private var sum = Self.priorWeight
  private var count = Self.priorWeight

  /// Length of a check, and interval from the start of one to the start of the next, s.
  private static let length = 25.0
  private static let interval = 60.0

  /// Weight of the prior ratio 1, in checks.
  private static let priorWeight = 2.0

  /// Forgetting factor per check.
  private static let memory = 0.9

  /// Limit of a distance in standard deviations, so that one check does not dominate the mean.
  private static let largestDistance = 10.0

  /// Measured over modelled standard deviation; at least 0.7, because a few small errors are weak
  /// evidence.
  var factor: Double { max(sum / count, 0.5).squareRoot() }

  /// Propagates the coasting copy over a step.
  mutating func advance(_ step: borrowing NavigationStep, to end: BootTime) {
    if isRunning { filter?.advance(step, to: end) }
  }

  /// Starts or ends a check after an accepted fix; `reference` is the filter with fixes at the
  /// present.
  mutating func note(_ reference: borrowing NavigationFilter) {
    guard let time = reference.time, reference.mode == .aligned else {
      isRunning = false
      return
    }
    guard let start = begun, time.seconds(since: start) < Self.interval else {
      if filter == nil { filter = copy reference } else { filter?.assign(reference) }
      isRunning = true
      begun = time
      return
    }
    guard time.seconds(since: start) >= Self.length, isRunning else { return }
    isRunning = false
    guard let coasted = filter, coasted.mode == .aligned else { return }
    let offset = reference.state.vector(
      toLatitude: coasted.state.latitude, longitude: coasted.state.longitude,
      altitude: reference.state.altitude)
    // The covariance of the difference between two estimates, one of which has used additional
    // measurements, is the difference of their covariances.
    let added =
      coasted.covariance.variances(at: ErrorIndex.position)
      - reference.covariance.variances(at: ErrorIndex.position)
    guard added.x + added.y > 0 else { return }
    let square = (offset.x * offset.x + offset.y * offset.y) / (added.x + added.y)
    sum = sum * Self.memory + min(square, Self.largestDistance * Self.largestDistance)
    count = count * Self.memory + 1
  }

  /// Aborts the current check and keeps the ratio.
  mutating func interrupt() {
    isRunning = false
    begun = nil
  }
}
