/// Thins a stream of updates out to a highest rate, evenly, by the updates' own time stamps.
struct RateLimit {
  /// Seconds between updates; 0 for no limit.
  private var period = 0.0
  private var due: Double?

  /// Updates a second at most; 0 for no limit.
  var rate: Double {
    get { period > 0 ? 1 / period : 0 }
    set {
      period = newValue > 0 ? 1 / newValue : 0
      due = nil
    }
  }

  /// Whether the update of a moment (seconds) is to be sent.
  mutating func admits(_ time: Double) -> Bool {
    guard period > 0 else { return true }
    guard let due, time >= due - 2 * period else {
      // The first, or a clock that jumped back.
      self.due = time + period
      return true
    }
    guard time >= due else { return false }
    // On a fixed beat, so that jitter of the updates does not lower the rate; after a gap a new one.
    self.due = due + period > time ? due + period : time + period
    return true
  }
}
