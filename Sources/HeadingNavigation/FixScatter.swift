import HeadingSensing
import RealModule

/// How far fixes scatter from one to the next, beside the way that their velocities tell.
///
/// The difference of two places less the way between them has twice the variance of the white error, whatever the
/// slow one is; a jump is one large difference among many. It shows a claim that cannot be before the filter,
/// which believes the claim, has refused its way to it.
struct FixScatter: Sendable {
  private var last: FixMeasurement?
  private var square = 0.0
  private var count = 0.0

  /// So many differences are averaged.
  private static let memory = 20.0

  /// So many must have been seen.
  private static let fewest = 5.0

  /// A scatter of so many claimed standard deviations is none of that claim's.
  private static let limit = 3.0

  /// Takes note of a fix.
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
    // Two axes, each with twice the variance; half of the change of the velocity may lie before or after its middle.
    let turn = velocity - before
    let bend = (turn * turn).sum() * elapsed * elapsed / 16
    let seen = max((rest * rest).sum() - bend, 0) / 4
    // One jump is no scatter.
    let most = 25 * max(square, fix.deviation * fix.deviation)
    count += 1
    square += (min(seen, most) - square) / min(count, Self.memory)
  }

  /// 1σ an axis, m, if the fixes scatter by more than a claim can mean; else `nil`.
  func deviation(claimed: Double) -> Double? {
    let seen = square.squareRoot()
    return count >= Self.fewest && seen > Self.limit * claimed ? seen : nil
  }
}
