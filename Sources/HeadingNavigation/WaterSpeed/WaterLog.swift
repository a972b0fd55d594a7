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

  /// Age of a fix beyond which there are none, s.
  private static let longestPause = 2.5

  /// Length of a block from which the filter learns, s.
  private static let blockLength = 3.0

  /// Least speed over ground from which it learns, m/s.
  private static let leastSpeed = 0.5

  /// Blocks from which it must have learned.
  private static let requiredBlocks = 6

  /// Normalized square of two innovations beyond which they contradict the log, and how many
  /// contradictions in a row, and agreements after it, decide.
  private static let limit = 14.0
  private static let contradictions = 2
  private static let proof = 4

  /// Variance of a block's mean velocity per axis, m²/s²: at the start, at least and at most.
  private static let noises = (first: 0.01, least: 0.0009, most: 0.09)

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
  private var refusals = 0
  private var agreements = 0
  private var anchor: Anchor?
  private var time: BootTime?

  /// Whether the way since the last fix is reckoned.
  private(set) var isReckoning = false

  /// Whether the log itself, not a speed that is held, carries the position.
  var isUsed: Bool { isReckoning && !drive.isHeld }

  /// Whether the inertial filter has taken a steady way for rest since the last fix.
  private var isRestDenied = false

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
    monitor.judge(
      at: now, expected: ((velocity - reckoning.current) * forward).sum(),
      factor: reckoning.factor,
      drift: PhysicalConstants.standardGravity * ((tilt.x + tilt.y) / 2).squareRoot(),
      interval: interval)
    drive = WaterReckoning.Drive(
      speed: monitor.isFaulty ? monitor.heldSpeed : monitor.reading, forward: forward,
      headingDeviation: filter.headingDeviation, isHeld: monitor.isFaulty)
    let age = filter.lastFix.map { now.seconds(since: $0) } ?? .infinity
    let hasFixes = age < Self.longestPause
    if hasFixes, !isContradicted {
      follow(filter, velocity: velocity, interval: interval)
    } else if anchor != nil, blocks >= Self.requiredBlocks, !hasFixes || isReckoning {
      isReckoning = true
      if filter.isAtRest, abs(reckoning.factor * drive.speed) > Self.leastSpeed {
        isRestDenied = true
      }
      block = WaterBlock()
      reckoning.advance(drive, by: interval, noise: noise * Self.blockLength)
    }
  }

  /// Learns while there are fixes.
  private mutating func follow(
    _ filter: borrowing NavigationFilter, velocity: SIMD2<Double>, interval: Double
  ) {
    if isReckoning {
      isReckoning = false
      monitor.interrupt()
    }
    let variances = filter.covariance.variances(at: ErrorIndex.position)
    isRestDenied = false
    anchor = Anchor(state: filter.state, variance: variances.x + variances.y)
    reckoning.begin()
    // What a stopped log reads says nothing; one that jumped must agree for a while.
    var present = drive
    if monitor.needsProof { present.speed = monitor.reading }
    present.isHeld = monitor.isFaulty && !monitor.needsProof
    reckoning.fade(present, by: interval)
    let isMoving = (velocity * velocity).sum() > Self.leastSpeed * Self.leastSpeed
    guard !present.isHeld, isMoving, filter.hasRecentVelocity else {
      block = WaterBlock()
      return
    }
    block.add(present, velocity: velocity, interval: interval)
    guard block.interval >= Self.blockLength else { return }
    let means = block.means
    block = WaterBlock()
    let known = filter.covariance.variances(at: ErrorIndex.velocity)
    let total = noise + (known.x + known.y) / 2
    let (normalized, excess) = reckoning.learn(means, noise: total, limit: Self.limit)
    guard normalized < Self.limit else {
      agreements = 0
      refusals += 1
      if refusals >= Self.contradictions {
        reckoning.forgetFactor()
        refusals = 0
        blocks = 0
      }
      return
    }
    refusals = 0
    blocks += 1
    agreements += 1
    let own = min(max(excess - (known.x + known.y) / 2, Self.noises.least), Self.noises.most)
    noise += (own - noise) * Self.adaption
    if monitor.needsProof, agreements >= Self.proof {
      agreements = 0
      monitor.absolve()
    }
  }

  /// Merges the reckoned way with the inertial solution, without fixes.
  func refine(_ result: inout NavigationEstimate) {
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
    let weight = isRestDenied ? 1 : first / (first + second)
    let merged = SIMD2(inertial.x, inertial.y) * (1 - weight) + way * weight
    var place = anchor.state
    place.move(by: Vector3(merged.x, merged.y, 0))
    result.coordinate = Coordinate(
      latitude: place.latitude * (180 / .pi), longitude: place.longitude * (180 / .pi))
    result.horizontalAccuracy = PositionBound.radius68(
      variances: anchor.variance + Self.variance(first, second, weight: weight))
    let own = result.velocityDeviation * result.velocityDeviation
    let other = reckoning.velocityVariance(drive) + noise
    let share = isRestDenied ? 1 : own / max(own + other, 1e-12)
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
