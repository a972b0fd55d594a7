import HeadingSensing
import RealModule

/// Estimates the white part of the position error from consecutive fixes and their velocities.
///
/// The difference of two positions minus the integral of the velocity has twice the variance of the
/// white error, whatever the correlated error is; a jump is one large difference among many. It
/// detects an implausible accuracy before the filter, which relies on that accuracy, refuses the
/// fixes.
struct FixScatter: Sendable {
  private var last: FixMeasurement?
  private var square = 0.0
  private var count = 0.0

  /// Number of differences in the mean.
  private static let memory = 20.0

  /// Minimum number of differences.
  private static let fewest = 5.0

  /// Scatter over the reported standard deviation beyond which the reported accuracy is refuted.
  private static let limit = 3.0

  /// Processes a fix.
  mutating func update(_ fix: borrowing FixMeasurement) {
    let copy = FixMeasurement(
      time: fix.time, latitude: fix.latitude, longitude: fix.longitude, deviation: fix.deviation,
      velocity: fix.velocity)
    defer { last = copy }
    guard let last, let velocity = fix.velocity, let before = last.velocity else { return }
    let elapsed = fix.time.seconds(since: last.time)
    guard elapsed > 0, elapsed < 2 else { return }
    let radii = EarthRadii(latitude: fix.latitude, height: 0)
    let way = SIMD2(
      (fix.longitude - last.longitude) * radii.east, (fix.latitude - last.latitude) * radii.north)
    let rest = way - (velocity + before) * (elapsed / 2)
    // Two axes, each with twice the variance. Half of the velocity change may lie before or after
    // the middle of the interval.
    let turn = velocity - before
    let bend = (turn * turn).sum() * elapsed * elapsed / 16
    let seen = max((rest * rest).sum() - bend, 0) / 4
    // Limits the influence of one jump to five standard deviations.
    let most = 25 * max(square, fix.deviation * fix.deviation)
    count += 1
    square += (min(seen, most) - square) / min(count, Self.memory)
  }

  /// 1σ per axis, m, if the scatter refutes the reported accuracy; otherwise `nil`.
  func deviation(claimed: Double) -> Double? {
    let seen = square.squareRoot()
    return count >= Self.fewest && seen > Self.limit * claimed ? seen : nil
  }
}
