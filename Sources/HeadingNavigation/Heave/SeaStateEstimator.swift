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

  /// Pitch beyond which the roll is no angle of a vessel, rad.
  private static let steepest = Angle(degrees: 75).radians

  private var blocks: [MotionBlock] = []
  private var current = MotionBlock()
  private var wasBelow = false
  /// The first roll, from which the others are counted, so that an upside-down device has a mean.
  private var firstRoll: Double?

  /// Number of values that were added.
  private(set) var length = 1.0

  init() { blocks.reserveCapacity(Self.blockCount) }

  /// Adds values of one interval: delayed heave and its accuracy, m, roll and pitch, rad.
  ///
  /// - Returns: Whether a block is complete, so that the statistics have changed.
  mutating func add(heave: Double, accuracy: Double, roll: Double, pitch: Double) -> Bool {
    if heave >= 0, wasBelow { current.crossings += 1 }
    wasBelow = heave < 0
    let first = firstRoll ?? roll
    firstRoll = first
    current.heave.add(heave)
    current.error.add(accuracy)
    current.roll.add(Angle(radians: roll - first).normalized.radians)
    current.pitch.add(pitch)
    current.count += 1
    length += 1
    guard current.count == Self.blockLength else { return false }
    if blocks.count == Self.blockCount { blocks.removeFirst() }
    blocks.append(current)
    current = MotionBlock()
    return true
  }

  /// The statistics of the complete blocks; `nil` in the first two minutes.
  var statistics: SeaState? {
    var all = MotionBlock()
    for block in blocks { all.add(block) }
    guard all.count >= Self.fewest else { return nil }
    let duration = Double(all.count) * HeaveFilter.interval
    let deviation = all.heave.variance(all.count).squareRoot()
    // The mean square of the stated errors.
    let error = (all.error.squares / Double(all.count)).squareRoot()
    let hasWaves = all.crossings >= 4 && deviation > error
    let count = Double(all.crossings)
    let period = hasWaves ? duration / count : nil
    let isUpright = all.pitch.largest < Self.steepest && all.pitch.smallest > -Self.steepest
    return SeaState(
      duration: duration, waveHeight: 4 * deviation,
      // Half of the heave's error may be in phase with it: that of a bias is.
      waveHeightAccuracy: 4 * Double.hypot(0.01 * deviation, 0.5 * error),
      period: period,
      // The two ends cut a period, and a swell's small waves are missed or not.
      periodAccuracy: period.map { $0 * Double.hypot(0.015, 1.5 / count) },
      roll: isUpright ? Self.angle(all.roll, all.count, from: firstRoll ?? 0) : nil,
      pitch: Self.angle(all.pitch, all.count, from: 0))
  }

  private static func angle(
    _ sums: MotionBlock.Sums, _ count: Int, from first: Double
  ) -> SeaState.AngleStatistics {
    func angle(_ value: Double) -> Angle { Angle(radians: first + value).normalized }
    return SeaState.AngleStatistics(
      mean: angle(sums.mean(count)),
      deviation: Angle(radians: sums.variance(count).squareRoot()),
      smallest: angle(sums.smallest), largest: angle(sums.largest))
  }
}
