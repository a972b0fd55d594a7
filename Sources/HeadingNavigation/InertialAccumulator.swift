import HeadingGeometry
import HeadingSensing

/// Sums angular rates and specific forces over one step.
///
/// Each force is turned into the frame at the step's start by the attitude the gyroscope has reached
/// (rotation and sculling are thereby taken along); rates are summed by the trapezoidal rule.
struct InertialAccumulator: Sendable {
  private var lastRate: (time: BootTime, value: Vector3)?
  private var lastForce: (time: BootTime, value: Vector3)?

  /// Body now to body at the step's start.
  private(set) var rotation = Quaternion.identity

  /// Noise of the rates.
  private var noise = TurnNoise()

  /// Time that the rates cover, s.
  private(set) var interval = 0.0

  /// Integral of the specific force in the frame at the step's start, m/s, and the time it covers, s.
  private var push = Vector3.zero
  private var forceInterval = 0.0

  /// Density of the rates' noise, (rad/s)²/Hz.
  var turnNoise: Double { noise.density }

  /// The newest rate, rad/s, body.
  var rate: Vector3 { lastRate?.value ?? .zero }

  /// A gap longer than this, s, cannot be bridged by the rate at its ends.
  static let longestGap = 0.25

  /// Takes an angular rate; `false` if there was a gap before it.
  ///
  /// One that is late by a little adds nothing: its time has been counted.
  mutating func add(rate value: Vector3, at time: BootTime) -> Bool {
    guard let last = lastRate else {
      lastRate = (time, value)
      return true
    }
    let elapsed = time.seconds(since: last.time)
    if elapsed <= 0, elapsed > -1 { return true }
    lastRate = (time, value)
    guard elapsed > 0, elapsed <= Self.longestGap else {
      noise.interrupt()
      return false
    }
    noise.add(value, interval: elapsed)
    rotation = rotation * Quaternion(rotationVector: (last.value + value) * (elapsed / 2))
    interval += elapsed
    return true
  }

  /// Takes a specific force; `false` if there was a gap before it.
  mutating func add(force value: Vector3, at time: BootTime) -> Bool {
    guard let last = lastForce else {
      lastForce = (time, value)
      return true
    }
    let elapsed = time.seconds(since: last.time)
    if elapsed <= 0, elapsed > -1 { return true }
    lastForce = (time, value)
    guard elapsed > 0, elapsed <= Self.longestGap else { return false }
    // The mean force acts at the middle of its interval.
    let lag = (lastRate.map { time.seconds(since: $0.time) } ?? 0) - elapsed / 2
    let middle = rotation * Quaternion(rotationVector: rate * min(max(lag, -0.05), 0.05))
    push += middle * ((last.value + value) * (elapsed / 2))
    forceInterval += elapsed
    return true
  }

  /// How far the rates have come beyond the forces, s: rates come first, or at moments of their own.
  private var lead: Double {
    guard let lastRate, let lastForce else { return 0 }
    let lead = lastRate.time.seconds(since: lastForce.time)
    return abs(lead) <= Self.longestGap ? lead : 0
  }

  /// The push up to the newest rate, m/s, and the time it covers: the newest force is held until then.
  ///
  /// What is held is taken out of the step that follows, where the force itself counts.
  var completed: (push: Vector3, interval: Double) {
    let lead = lead
    guard lead != 0, let force = lastForce?.value else { return (push, forceInterval) }
    return (push + rotation * (force * lead), forceInterval + lead)
  }

  /// Begins the next step; the newest samples are kept as its start.
  mutating func begin() {
    rotation = .identity
    interval = 0
    forceInterval = -lead
    push = (lastForce?.value ?? .zero) * forceInterval
  }

  /// The newest moment of both sensors that a rate has reached.
  var time: BootTime? { lastRate?.time }

  /// Whether both sensors delivered within the longest gap before a moment.
  func isLive(at moment: BootTime) -> Bool {
    guard let rate = lastRate, let force = lastForce else { return false }
    return moment.seconds(since: rate.time) <= Self.longestGap
      && moment.seconds(since: force.time) <= Self.longestGap
  }
}
