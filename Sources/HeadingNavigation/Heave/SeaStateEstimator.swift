import HeadingGeometry
import RealModule

/// Accumulates the motion of the last 20 minutes in blocks of ten seconds.
struct SeaStateEstimator: Sendable {
  /// Values in a block.
  private static let blockLength = 100

  /// Number of complete blocks: 20 minutes.
  private static let blockCount = 120

  /// Values before there are statistics: two minutes.
  private static let fewest = 1200

  /// Share of the heave's standard deviation by which its delayed estimate is off, at most: see
  /// docs/results.md.
  static let heaveShare = 0.02

  private var blocks: [MotionBlock] = []
  private var current = MotionBlock()
  private var wasBelow = false

  init() { blocks.reserveCapacity(Self.blockCount) }

  /// Adds values of one interval: delayed heave, m, roll and pitch, rad.
  ///
  /// - Returns: Whether a block is complete, so that the statistics have changed.
  mutating func add(heave: Double, roll: Double, pitch: Double) -> Bool {
    if heave >= 0, wasBelow { current.crossings += 1 }
    wasBelow = heave < 0
    current.heave.add(heave)
    current.roll.add(roll)
    current.pitch.add(pitch)
    current.count += 1
    guard current.count == Self.blockLength else { return false }
    if blocks.count == Self.blockCount { blocks.removeFirst() }
    blocks.append(current)
    current = MotionBlock()
    return true
  }

  /// The statistics of the complete blocks; `nil` in the first two minutes.
  ///
  /// - Parameter noise: 1σ error of the heave, m, whose variance is subtracted.
  /// - Returns: The statistics.
  func statistics(noise: Double) -> SeaState? {
    var all = MotionBlock()
    for block in blocks { all.add(block) }
    guard all.count >= Self.fewest else { return nil }
    let duration = Double(all.count) * HeaveFilter.interval
    let variance = all.heave.variance(all.count)
    let deviation = max(variance - noise * noise, 0).squareRoot()
    let height = 4 * deviation
    // The noise's variance is known to its half.
    let share = noise * noise / max(deviation, noise)
    // Waves that the noise hides have no period.
    let hasWaves = all.crossings >= 4 && deviation > 2 * noise
    let period = hasWaves ? duration / Double(all.crossings) : nil
    return SeaState(
      duration: duration, waveHeight: height,
      waveHeightAccuracy: Double.hypot(Self.heaveShare * height, share),
      period: period,
      periodAccuracy: period.map {
        // Each end of the time may cut a period.
        $0 * Double.hypot(0.01, 0.4 / Double(all.crossings))
      },
      roll: Self.angle(all.roll, all.count), pitch: Self.angle(all.pitch, all.count))
  }

  private static func angle(_ sums: MotionBlock.Sums, _ count: Int) -> SeaState.AngleStatistics {
    SeaState.AngleStatistics(
      mean: Angle(radians: sums.mean(count)),
      deviation: Angle(radians: sums.variance(count).squareRoot()),
      smallest: Angle(radians: sums.smallest), largest: Angle(radians: sums.largest))
  }
}
