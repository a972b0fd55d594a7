/// Decimates a stream of updates evenly to a maximum rate, by their time stamps.
public struct RateLimit: Sendable {
  /// The longest period, s, for which an update may be sent one period early: network samples
  /// arrive in pairs up to this far apart, and otherwise half of a pair would often be dropped.
  private static let earliness = 0.02

  /// Seconds between updates; 0 for no limit.
  private var period = 0.0
  private var due: Double?

  /// Creates a limit.
  ///
  /// - Parameter rate: Maximum updates per second; 0 for no limit.
  public init(rate: Double = 0) { self.rate = rate }

  /// Maximum updates per second; 0 for no limit.
  public var rate: Double {
    get { period > 0 ? 1 / period : 0 }
    set {
      period = newValue > 0 ? 1 / newValue : 0
      due = nil
    }
  }

  /// Whether the update of a time, seconds, is to be sent.
  public mutating func admits(_ time: Double) -> Bool {
    guard period > 0 else { return true }
    guard let due, time >= due - 2 * period else {
      // First update, or the clock went back.
      self.due = time + period
      return true
    }
    guard time >= due - (period <= Self.earliness ? period : 0) else { return false }
    // Fixed schedule, so that jitter does not lower the rate; a gap starts a new schedule.
    self.due = due + period > time ? due + period : time + period
    return true
  }
}
