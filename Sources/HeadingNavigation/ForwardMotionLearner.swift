/// Finds out that a vehicle moves along its forward axis only.
///
/// A course in line with the heading proves nothing: a boat that meets no current on one leg does so on the
/// next. It must hold over a way long enough and with turns in it, by a heading that knows nothing of it.
struct ForwardMotionLearner: Sendable {
  /// Whether the vehicle is taken to move forward only.
  private(set) var isLearnt = false

  private var distance = 0.0
  private var sideways = 0.0
  private var squares = 0.0
  private var weight = 0.0
  private var turned = 0.0

  /// A heading worse than this, rad, cannot tell.
  private static let headingLimit = 0.035

  /// Slower than this, m/s, the velocity's own error shows.
  private static let slowest = 1.0

  /// Way, m, and turns, rad, that it takes.
  private static let neededDistance = 400.0
  private static let neededTurns = 4.7

  /// How much the motion across, over that forward, may vary for it to count as forward, and beyond which it
  /// does not any more.
  private static let learntShare = 0.04
  private static let lostShare = 0.08

  /// What it is on the mean, at most: a mount more crooked than this cannot be told from a drift.
  private static let largestMean = 0.1

  /// Older motion fades within this distance, m.
  private static let memory = 500.0

  /// Takes note of some time's motion: speeds in m/s, the turn in rad.
  mutating func note(
    speed: Double, across: Double, turn: Double, seconds: Double, headingDeviation: Double
  ) {
    guard speed > Self.slowest, headingDeviation < Self.headingLimit else { return }
    let way = speed * seconds
    let fade = max(0, 1 - way / Self.memory)
    let share = across / speed
    sideways = sideways * fade + share * way
    squares = squares * fade + share * share * way
    // Not faded: they are counted up to what it takes.
    distance += way
    turned += abs(turn)
    weight = weight * fade + way
    let mean = sideways / weight
    let variance = squares / weight - mean * mean
    let isStraight = abs(mean) < Self.largestMean
    if isLearnt {
      if !isStraight || variance > Self.lostShare * Self.lostShare { forget() }
    } else if distance > Self.neededDistance, turned > Self.neededTurns {
      isLearnt = isStraight && variance < Self.learntShare * Self.learntShare
    }
  }

  /// Begins anew.
  mutating func forget() { self = ForwardMotionLearner() }
}
