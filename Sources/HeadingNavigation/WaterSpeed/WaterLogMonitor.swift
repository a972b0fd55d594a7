import HeadingSensing

/// Judges the readings of a log: stuck, stopped, or in a jump that the inertial sensors deny.
struct WaterLogMonitor: Sendable {
  /// Equal readings, and their duration, s, after which a log is stuck.
  private static let equalReadings = 8
  private static let equalTime = 8.0

  /// Time after which a zero under way, or a jump, is believed, s.
  private static let zeroTime = 2.0
  private static let jumpTime = 1.5

  /// Speed below which zero is a possible reading, m/s: wheels stand still there.
  private static let leastSpeed = 0.5

  /// Reading below which the boat may begin to go astern, m/s.
  private static let turningSpeed = 0.3

  /// Logarithms of likelihood ratios, halved, that decide for a direction and that prove it.
  private static let directions = (decision: 0.5, proof: 2.0)

  /// Limit of a jump, in standard deviations and m/s.
  private static let jumpDeviations = 5.0
  private static let leastJump = 0.5

  /// Time constant of the slow difference from which a jump departs, s, and of its spread.
  private static let slowTime = 4.0
  private static let spreadTime = 20.0

  /// Readings later than this are missing, s.
  private static let longestPause = 3.0

  /// Whether the log is not to be used.
  private(set) var isFaulty = false

  /// Whether it repeats a reading, or reads zero under way.
  private(set) var isStopped = false

  /// Whether it may not be used again before fixes have confirmed it.
  private(set) var needsProof = false

  /// The newest reading, m/s, and its time; a wheel turns forward also when the boat goes astern.
  private var reading = 0.0
  private(set) var time: BootTime?

  /// The speed before the fault, m/s.
  private(set) var heldSpeed = 0.0

  /// 1 ahead, −1 astern.
  private var direction = 1.0

  /// Whether the boat has come to a stop, after which it may go astern.
  private var mayGoAstern = false

  /// The speed ahead by the log, m/s.
  var speed: Double { direction * reading }

  private var equalCount = 0
  private var equalSince: BootTime?
  private var difference: Double?
  private var spread = 0.1
  private var jumpSince: BootTime?

  /// Processes a reading; an impossible one, or one of the past, is ignored.
  mutating func take(_ sample: WaterSpeedSample) {
    guard sample.value.isFinite, abs(sample.value) < 50 else { return }
    if let time, sample.time <= time { return }
    if let time, sample.time.seconds(since: time) > Self.longestPause { interrupt() }
    if sample.value == reading, equalSince != nil {
      equalCount += 1
    } else {
      equalCount = 1
      equalSince = sample.time
    }
    reading = sample.value
    time = sample.time
  }

  /// Judges the newest reading.
  ///
  /// - Parameters:
  ///   - moment: The present.
  ///   - expected: Speed along the forward axis through the water by the inertial sensors, m/s.
  ///   - variance: Variance of its difference from the log's speed, m²/s².
  ///   - factor: Speed through the water over the reading.
  ///   - drift: What the inertial speed may drift, m/s².
  ///   - interval: Time since the last judgement, s.
  mutating func judge(
    at moment: BootTime, expected: Double, variance: Double, factor: Double, drift: Double,
    interval: Double
  ) {
    guard let time, moment.seconds(since: time) < Self.longestPause else {
      isFaulty = true
      return
    }
    direct(expected: expected, speed: factor * reading, variance: variance)
    let equal = equalSince.map { time.seconds(since: $0) } ?? 0
    let isZero = reading == 0 && abs(heldSpeed) * factor > Self.leastSpeed
    let isStuck =
      equal >= Self.equalTime && equalCount >= Self.equalReadings && abs(heldSpeed) > 0.05
      || isZero && equal >= Self.zeroTime
    let apart = factor * speed - expected
    let slow = difference ?? apart
    let step = abs(apart - slow)
    let limit =
      max(Self.jumpDeviations * spread, Self.leastJump) + 3 * drift * Self.slowTime
    if step > limit {
      let since = jumpSince ?? moment
      jumpSince = since
      if moment.seconds(since: since) >= Self.jumpTime { needsProof = true }
    } else {
      jumpSince = nil
    }
    isStopped = isStuck
    isFaulty = isStuck || needsProof
    // Neither a jump nor a zero changes what the log is compared with.
    guard !isFaulty, jumpSince == nil, !isZero else { return }
    let share = min(interval / Self.slowTime, 1)
    difference = slow + (apart - slow) * share
    heldSpeed += (speed - heldSpeed) * min(interval / 2, 1)
    let square = spread * spread
    spread =
      (square + (step * step - square) * min(interval / Self.spreadTime, 1)).squareRoot()
  }

  /// Decides whether the boat goes ahead or astern; only a wheel leaves that open.
  private mutating func direct(expected: Double, speed: Double, variance: Double) {
    mayGoAstern = (mayGoAstern || reading < Self.turningSpeed) && reading >= 0
    guard mayGoAstern else {
      direction = 1
      return
    }
    let evidence = expected * speed / variance
    if abs(evidence) > Self.directions.decision { direction = evidence < 0 ? -1 : 1 }
    mayGoAstern = evidence < Self.directions.proof
  }

  /// Starts the comparison with the inertial sensors again: fixes have corrected them.
  mutating func interrupt() {
    difference = nil
    jumpSince = nil
  }

  /// Allows the log again: fixes confirm it.
  mutating func absolve() {
    needsProof = false
    interrupt()
  }
}
