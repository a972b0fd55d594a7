import HeadingGeometry
import HeadingSensing

/// Measures how far the filter goes astray without fixes, while there are fixes to compare with.
///
/// A second filter is carried on without fixes for a while and compared with the one that has them. The covariance is that of the model;
/// what a sampled phone, a crooked axis or a bent floor add beyond it shows only over many seconds, and here.
struct CoastingRehearsal: Sendable {
  /// The filter that gets no fixes; `nil` between two rehearsals.
  private var filter: NavigationFilter?
  private var begun: BootTime?
  private var sum = Self.belief
  private var count = Self.belief

  /// How long one lasts, and how long after its start the next one begins, s.
  private static let length = 25.0
  private static let interval = 60.0

  /// Rehearsals that the model's own covariance counts for.
  private static let belief = 2.0

  /// Older ones fade by this factor with each.
  private static let memory = 0.9

  /// One that goes astray by more than so many standard deviations tells no more than that.
  private static let most = 10.0

  /// Standard deviation of what happens over that of the model; errors that are smaller than stated do not shrink it by much.
  var factor: Double { max(sum / count, 0.5).squareRoot() }

  /// Carries the filter without fixes over a step.
  mutating func advance(_ step: borrowing NavigationStep, to end: BootTime) {
    filter?.advance(step, to: end)
  }

  /// Takes note of a fix that the filter with fixes, which stands at the present, has taken in.
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
    let variances = coasted.covariance.variances(at: ErrorIndex.position)
    let square =
      (offset.x * offset.x + offset.y * offset.y) / (variances.x + variances.y)
    sum = sum * Self.memory + min(square, Self.most * Self.most)
    count = count * Self.memory + 1
  }

  /// Begins anew, and keeps what was learnt.
  mutating func interrupt() {
    filter = nil
    begun = nil
  }
}
