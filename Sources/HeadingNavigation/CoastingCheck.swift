import HeadingGeometry
import HeadingSensing

/// Measures the error of dead reckoning while there are fixes to compare it with.
///
/// A copy of the filter is propagated without fixes for some time and its place is compared with that of the filter that has
/// them. The ratio of the squared distance to its variance scales the bound that is stated in a gap: errors outside of the
/// model (low sample rates, misaligned axes, gusts) show over many seconds only.
struct CoastingCheck: Sendable {
  /// The copy that gets no fixes; `nil` between two checks.
  private var filter: NavigationFilter?
  private var begun: BootTime?
  private var sum = Self.belief
  private var count = Self.belief

  /// Length of a check, and time from the start of one to the next, s.
  private static let length = 25.0
  private static let interval = 60.0

  /// Weight of the model's own covariance, in checks.
  private static let belief = 2.0

  /// Older checks are weighed by this factor for each newer one.
  private static let memory = 0.9

  /// A distance is limited to so many standard deviations, so that one check does not dominate the mean.
  private static let most = 10.0

  /// Measured over modelled standard deviation; at least 0.7, for a few small errors are no proof.
  var factor: Double { max(sum / count, 0.5).squareRoot() }

  /// Propagates the copy over a step.
  mutating func advance(_ step: borrowing NavigationStep, to end: BootTime) {
    filter?.advance(step, to: end)
  }

  /// Starts or ends a check after a fix that agreed; `reference` is the filter with fixes, at the present.
  mutating func note(_ reference: inout NavigationFilter) {
    guard let time = reference.time, reference.mode == .aligned else {
      filter = nil
      return
    }
    guard let start = begun, time.seconds(since: start) < Self.interval else {
      filter = reference
      begun = time
      return
    }
    guard time.seconds(since: start) >= Self.length, var coasted = filter else { return }
    filter = nil
    guard coasted.mode == .aligned else { return }
    let offset = reference.state.vector(
      toLatitude: coasted.state.latitude, longitude: coasted.state.longitude,
      altitude: reference.state.altitude)
    // The difference of two estimates of which one has used more measurements has the difference of their covariances.
    let added =
      coasted.covariance.variances(at: ErrorIndex.position)
      - reference.covariance.variances(at: ErrorIndex.position)
    guard added.x + added.y > 0 else { return }
    let square = (offset.x * offset.x + offset.y * offset.y) / (added.x + added.y)
    sum = sum * Self.memory + min(square, Self.most * Self.most)
    count = count * Self.memory + 1
  }

  /// Drops a check in progress and keeps the ratio.
  mutating func interrupt() {
    filter = nil
    begun = nil
  }
}
