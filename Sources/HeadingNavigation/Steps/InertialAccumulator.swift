import HeadingGeometry
import HeadingSensing

/// Integrates angular rate and specific force over one step.
///
/// Each specific force is rotated into the frame at the start of the step with the attitude
/// integrated by then, which compensates rotation and sculling. Rates are integrated by the
/// trapezoidal rule.
struct InertialAccumulator: Sendable {
  private var lastRate: (time: BootTime, value: Vector3)?
  private var lastForce: (time: BootTime, value: Vector3)?

  /// Rotation from the current body frame to the body frame at the start of the step.
  private(set) var rotation = Quaternion.identity

  /// Noise estimate of the rates.
  private var noise = RateNoise()

  /// Time covered by the rates, s.
  private(set) var interval = 0.0

  /// Integral of the specific force in the frame at the start of the step, m/s, and the time it
  /// covers, s.
  private var velocityIncrement = Vector3.zero
  private var forceInterval = 0.0

  /// Noise density of the rates, (rad/s)²/Hz.
  var rateNoise: Double { noise.density }

  /// The newest rate, rad/s, body.
  var rate: Vector3 { lastRate?.value ?? .zero }

  /// Longest interval between samples, s, that is integrated.
  static let longestGap = 0.25

  /// Adds an angular rate; `false` after a gap.
  ///
  /// A sample that is slightly out of order is ignored: its time is already covered.
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

  /// Adds a specific force; `false` after a gap.
  mutating func add(force value: Vector3, at time: BootTime) -> Bool {
    guard let last = lastForce else {
      lastForce = (time, value)
      return true
    }
    let elapsed = time.seconds(since: last.time)
    if elapsed <= 0, elapsed > -1 { return true }
    lastForce = (time, value)
    guard elapsed > 0, elapsed <= Self.longestGap else { return false }
    // The mean specific force acts at the middle of its interval.
    let lag = (lastRate.map { time.seconds(since: $0.time) } ?? 0) - elapsed / 2
    let middle = rotation * Quaternion(rotationVector: rate * min(max(lag, -0.05), 0.05))
    velocityIncrement += middle * ((last.value + value) * (elapsed / 2))
    forceInterval += elapsed
    return true
  }

  /// Time by which the rates lead the specific forces, s: sensors deliver one after the other or at
  /// different times.
  private var lead: Double {
    guard let lastRate, let lastForce else { return 0 }
    let lead = lastRate.time.seconds(since: lastForce.time)
    return abs(lead) <= Self.longestGap ? lead : 0
  }

  /// Integral of the specific force up to the newest rate, m/s, and the time it covers; the newest
  /// sample is held until then.
  ///
  /// The held part is subtracted from the next step, in which the measured force replaces it.
  var completed: (velocityIncrement: Vector3, interval: Double) {
    let lead = lead
    guard lead != 0, let force = lastForce?.value else { return (velocityIncrement, forceInterval) }
    return (velocityIncrement + rotation * (force * lead), forceInterval + lead)
  }

  /// Starts the next step with the newest samples.
  mutating func begin() {
    rotation = .identity
    interval = 0
    forceInterval = -lead
    velocityIncrement = (lastForce?.value ?? .zero) * forceInterval
  }

  /// Time of the newest rate.
  var time: BootTime? { lastRate?.time }

  /// Whether both sensors delivered a sample within the longest gap before a moment.
  func isLive(at moment: BootTime) -> Bool {
    guard let rate = lastRate, let force = lastForce else { return false }
    return moment.seconds(since: rate.time) <= Self.longestGap
      && moment.seconds(since: force.time) <= Self.longestGap
  }
}
