/// Thins a stream of updates out to a highest rate, evenly, by the updates' own time stamps.
public struct RateLimit: Sendable {
  /// The longest period, s, of which an update may come one early: over a network samples come in
  /// pairs up to this far apart, and with none early half of a pair would often be lost.
  private static let earliness = 0.02

  /// Seconds between updates; 0 for no limit.
  private var period = 0.0
  private var due: Double?

  /// Makes a limit.
  ///
  /// - Parameter rate: Updates a second at most; 0 for no limit.
  public init(rate: Double = 0) { self.rate = rate }

  /// Updates a second at most; 0 for no limit.
  public var rate: Double {
    get { period > 0 ? 1 / period : 0 }
    set {
      period = newValue > 0 ? 1 / newValue : 0
      due = nil
    }
  }

  /// Whether the update of a moment (seconds) is to be sent.
  public mutating func admits(_ time: Double) -> Bool {
    guard period > 0 else { return true }
    guard let due, time >= due - 2 * period else {
      // The first, or a clock that jumped back.
      self.due = time + period
      return true
    }
    guard time >= due - (period <= Self.earliness ? period : 0) else { return false }
    // On a fixed beat, so that jitter of the updates does not lower the rate; after a gap a new one.
    self.due = due + period > time ? due + period : time + period
    return true
  }
}
