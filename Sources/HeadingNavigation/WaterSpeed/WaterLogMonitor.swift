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

  /// Whether it may not be used again before fixes have confirmed it.
  private(set) var needsProof = false

  /// The newest reading, m/s, and its time.
  private(set) var reading = 0.0
  private(set) var time: BootTime?

  /// The speed before the fault, m/s.
  private(set) var heldSpeed = 0.0

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
  ///   - factor: Speed through the water over the reading.
  ///   - drift: What the inertial speed may drift, m/s².
  ///   - interval: Time since the last judgement, s.
  mutating func judge(
    at moment: BootTime, expected: Double, factor: Double, drift: Double, interval: Double
  ) {
    guard let time, moment.seconds(since: time) < Self.longestPause else {
      isFaulty = true
      return
    }
    let equal = equalSince.map { time.seconds(since: $0) } ?? 0
    let isZero = reading == 0 && abs(heldSpeed) * factor > Self.leastSpeed
    let isStuck =
      equal >= Self.equalTime && equalCount >= Self.equalReadings && abs(heldSpeed) > 0.05
      || isZero && equal >= Self.zeroTime
    let apart = factor * reading - expected
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
    isFaulty = isStuck || needsProof
    // Neither a jump nor a zero changes what the log is compared with.
    guard !isFaulty, jumpSince == nil, !isZero else { return }
    let share = min(interval / Self.slowTime, 1)
    difference = slow + (apart - slow) * share
    heldSpeed += (reading - heldSpeed) * min(interval / 2, 1)
    let variance = spread * spread
    spread =
      (variance + (step * step - variance) * min(interval / Self.spreadTime, 1)).squareRoot()
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
