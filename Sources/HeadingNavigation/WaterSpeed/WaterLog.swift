import HeadingGeometry
import HeadingSensing

/// Speed through the water as an aid: carries the position on while there are no fixes.
///
/// It reads the inertial filter and never corrects it: a wrong log changes neither heading nor
/// inertial states, and while there are fixes nothing at all. Without a log it does nothing.
struct WaterLog: Sendable {
  /// Position and variances where the way begins.
  private struct Anchor {
    var state: NavigationState

    /// Sum of the variances of the position along both axes, m².
    var variance: Double
  }

  /// Interval of the reckoning, s.
  private static let interval = 0.2

  /// Age of a fix beyond which there are none, in intervals of the receiver, which are taken for at
  /// least 1 s and at most 6 s.
  private static let longestPause = 2.5

  /// Length of a block from which the filter learns, s.
  private static let blockLength = 3.0

  /// Least speed over ground from which it learns, m/s.
  private static let leastSpeed = 0.5

  /// Blocks from which it must have learned.
  private static let requiredBlocks = 6

  /// Normalized square of two innovations beyond which they are not used.
  private static let limit = 14.0

  /// Usual normalized square, largest one that counts, and sum of what exceeds the usual one from
  /// which the log is another one (a cumulative sum: Page, Biometrika 41, 1954).
  ///
  /// Innovations of a log that fouls by a quarter are unusual, none of them impossible.
  private static let doubts = (usual: 4.0, most: 12.0, decision: 12.0)

  /// Agreements in a row that prove a log.
  private static let proof = 4

  /// Variance of a block's mean velocity per axis, m²/s²: at the start, at least and at most.
  private static let noises = (first: 0.01, least: 0.0009, most: 0.09)

  /// Time constant, s, of the difference from the inertial velocity, longer than a wave, and the
  /// number of standard deviations from which the two contradict each other.
  private static let comparison = (time: 4.0, limit: 3.0)

  /// Share of a new block in the noise.
  private static let adaption = 0.1

  /// Correlation of the errors of the inertial position and the log's.
  private static let correlation = 0.5

  /// Whether there ever was a sample.
  private(set) var isPresent = false
  private(set) var reckoning = WaterReckoning()
  private(set) var monitor = WaterLogMonitor()
  private(set) var noise = Self.noises.first
  private var drive = WaterReckoning.Drive()
  private var block = WaterBlock()
  private var blocks = 0
  private var agreements = 0

  /// Mean difference of the inertial velocity from the log's, m/s.
  private var apart = SIMD2<Double>.zero

  /// Whether the log was found to be wrong, until it agrees with the fixes.
  private var isImplausible = false

  /// Sum of the doubts, and what was known before they began.
  private var doubt = 0.0
  private var undoubted = WaterReckoning()
  private var anchor: Anchor?
  private var time: BootTime?

  /// Time of the newest fix, and the time between two, s.
  private var lastFix: BootTime?
  private var fixInterval = 1.0

  /// Whether the way since the last fix is reckoned.
  private(set) var isReckoning = false

  /// Whether the log itself, not a speed that is held, carries the position.
  var isUsed: Bool { isReckoning && !drive.isHeld }

  /// Processes a sample.
  mutating func take(_ sample: WaterSpeedSample) {
    monitor.take(sample)
    isPresent = monitor.time != nil
  }

  /// Ends the reckoning: the inertial filter has no position any more.
  mutating func interrupt() {
    isReckoning = false
    anchor = nil
    time = nil
    block = WaterBlock()
    monitor.interrupt()
  }

  /// Follows the inertial filter to its time.
  ///
  /// - Parameters:
  ///   - filter: The filter at the present.
  ///   - isContradicted: Whether its fixes are in dispute.
  mutating func advance(_ filter: borrowing NavigationFilter, isContradicted: Bool) {
    guard let now = filter.time else { return }
    guard filter.mode == .aligned else {
      interrupt()
      return
    }
    guard let last = time else {
      time = now
      return
    }
    let interval = now.seconds(since: last)
    guard interval >= Self.interval - 1e-6 else { return }
    guard interval < 5 else {
      interrupt()
      return
    }
    time = now
    let axis = filter.state.attitude * Vector3(0, 1, 0)
    let length = (axis.x * axis.x + axis.y * axis.y).squareRoot()
    guard length > 0.5 else {
      interrupt()
      return
    }
    let forward = SIMD2(axis.x, axis.y) / length
    let velocity = SIMD2(filter.state.velocity.x, filter.state.velocity.y)
    let tilt = filter.covariance.variances(at: ErrorIndex.attitude)
    let known = filter.covariance.variances(at: ErrorIndex.velocity)
    monitor.judge(
      at: now, expected: ((velocity - reckoning.current) * forward).sum(),
      variance: (known.x + known.y) / 2 + reckoning.velocityVariance(drive) + noise,
      factor: reckoning.factor,
      drift: PhysicalConstants.standardGravity * ((tilt.x + tilt.y) / 2).squareRoot(),
      interval: interval)
    drive = WaterReckoning.Drive(
      speed: monitor.isFaulty ? monitor.heldSpeed : monitor.speed, forward: forward,
      headingDeviation: filter.headingDeviation, isHeld: monitor.isFaulty)
    if let fix = filter.lastFix, fix != lastFix {
      if let lastFix { fixInterval = min(max(fix.seconds(since: lastFix), 1), 6) }
      lastFix = fix
    }
    let pause = Self.longestPause * fixInterval
    let hasFixes = lastFix.map { now.seconds(since: $0) < pause } ?? false
    if hasFixes, !isContradicted {
      let hasVelocity = filter.lastVelocity.map { now.seconds(since: $0) < pause } ?? false
      follow(filter, velocity: hasVelocity ? velocity : nil, interval: interval)
    } else if anchor != nil, blocks >= Self.requiredBlocks, !hasFixes || isReckoning {
      isReckoning = true
      block = WaterBlock()
      reckoning.advance(drive, by: interval, noise: noise * Self.blockLength)
      compare(filter, velocity: velocity, interval: interval)
    }
  }

  /// Compares the log with the inertial velocity, without fixes.
  ///
  /// Which of the two is wrong is unknown: a wheel that turns forward while the boat goes astern, a
  /// log held at the speed before a stop. The reckoning becomes as uncertain as they are apart.
  private mutating func compare(
    _ filter: borrowing NavigationFilter, velocity: SIMD2<Double>, interval: Double
  ) {
    let share = min(interval / Self.comparison.time, 1)
    apart += (velocity - reckoning.velocity(drive) - apart) * share
    let known = filter.covariance.variances(at: ErrorIndex.velocity)
    let square = (apart * apart).sum()
    let variance = (known.x + known.y) / 2 + reckoning.velocityVariance(drive) + noise
    guard square > Self.comparison.limit * Self.comparison.limit * variance else { return }
    isImplausible = true
    reckoning.doubtCurrent(by: square / 2, since: Self.comparison.time)
  }

  /// Learns while there are fixes, from the velocity over ground, m/s; `nil`: fixes have none.
  private mutating func follow(
    _ filter: borrowing NavigationFilter, velocity: SIMD2<Double>?, interval: Double
  ) {
    if isReckoning {
      isReckoning = false
      monitor.interrupt()
    }
    apart = .zero
    let variances = filter.covariance.variances(at: ErrorIndex.position)
    anchor = Anchor(state: filter.state, variance: variances.x + variances.y)
    reckoning.begin()
    // What a stopped log reads says nothing; one that jumped must agree for a while.
    var present = drive
    if monitor.needsProof { present.speed = monitor.speed }
    present.isHeld = monitor.isFaulty && !monitor.needsProof
    reckoning.fade(present, by: interval)
    guard !present.isHeld, let velocity,
      (velocity * velocity).sum() > Self.leastSpeed * Self.leastSpeed
    else {
      block = WaterBlock()
      return
    }
    block.add(present, velocity: velocity, interval: interval)
    guard block.interval >= Self.blockLength else { return }
    let means = block.means
    block = WaterBlock()
    let known = filter.covariance.variances(at: ErrorIndex.velocity)
    let total = noise + (known.x + known.y) / 2
    if doubt == 0 { undoubted = reckoning }
    let (normalized, excess) = reckoning.learn(means, noise: total, limit: Self.limit)
    doubt = max(doubt + min(normalized, Self.doubts.most) - Self.doubts.usual, 0)
    guard doubt < Self.doubts.decision else {
      reckoning = undoubted
      reckoning.forgetLog()
      doubt = 0
      blocks = 0
      agreements = 0
      isImplausible = true
      return
    }
    guard normalized < Self.limit else {
      agreements = 0
      return
    }
    blocks += 1
    agreements += 1
    // Noise follows slowly: a few innovations of a log that has changed must not pass for it.
    let most = min(Self.noises.most, 6 * noise)
    let own = min(max(excess - (known.x + known.y) / 2, Self.noises.least), most)
    noise += (own - noise) * Self.adaption
    guard agreements >= Self.proof else { return }
    isImplausible = false
    if monitor.needsProof {
      agreements = 0
      monitor.absolve()
    }
  }

  /// Merges the reckoned way with the inertial solution, without fixes.
  func refine(_ result: inout NavigationEstimate) {
    if isImplausible || monitor.isStopped { result.reasons.insert(.waterSpeedImplausible) }
    guard isReckoning, let anchor, let time, let coordinate = result.coordinate else { return }
    let speed = reckoning.velocity(drive)
    let ahead = min(max(result.time.seconds(since: time), 0), 1)
    let way = reckoning.way + speed * ahead
    let inertial = anchor.state.vector(
      toLatitude: coordinate.latitude * (.pi / 180),
      longitude: coordinate.longitude * (.pi / 180), altitude: anchor.state.altitude)
    let deviation = PositionBound.deviation(radius68: result.horizontalAccuracy)
    let first = max(2 * deviation * deviation - anchor.variance, 1e-6)
    let second = max(reckoning.wayVariance, 1e-6)
    let weight = first / (first + second)
    let merged = SIMD2(inertial.x, inertial.y) * (1 - weight) + way * weight
    var place = anchor.state
    place.move(by: Vector3(merged.x, merged.y, 0))
    result.coordinate = Coordinate(
      latitude: place.latitude * (180 / .pi), longitude: place.longitude * (180 / .pi))
    result.horizontalAccuracy = PositionBound.radius68(
      variances: anchor.variance + Self.variance(first, second, weight: weight))
    let own = result.velocityDeviation * result.velocityDeviation
    let other = reckoning.velocityVariance(drive) + noise
    let share = own / max(own + other, 1e-12)
    result.velocity.x += (speed.x - result.velocity.x) * share
    result.velocity.y += (speed.y - result.velocity.y) * share
    result.velocityDeviation = Self.variance(own, other, weight: share).squareRoot()
    if isUsed { result.sources.insert(.waterSpeed) }
  }

  /// Time until the position's radius exceeds a limit, m, s; `nil` if it is not reckoned.
  func seconds(within limit: Double) -> Double? {
    guard isReckoning, let anchor else { return nil }
    let radius = PositionBound.radius68(variances: anchor.variance + reckoning.wayVariance)
    let rate = PositionBound.radius68(variances: 2 * reckoning.velocityVariance(drive))
    return min(max(limit - radius, 0) / max(rate, 1e-3), 3600)
  }

  private static func variance(_ first: Double, _ second: Double, weight: Double) -> Double {
    let rest = 1 - weight
    let shared = 2 * weight * rest * correlation * (first * second).squareRoot()
    return rest * rest * first + weight * weight * second + shared
  }
}
