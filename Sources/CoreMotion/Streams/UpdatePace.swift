/// Decimates a stream to one value per interval on average, by the time stamps of the values.
///
/// The schedule is fixed, so that neither jitter nor an interval that is no multiple of the stream's
/// lowers the rate; a pause of the stream starts a new schedule.
struct UpdatePace: Sendable {
  private let interval: Double
  private var due: Double?

  /// Creates a pace.
  ///
  /// - Parameter interval: Time between two values, s; 0 or less, or NaN, passes every value.
  init(interval: Double) { self.interval = interval > 0 ? interval : 0 }

  /// Returns whether the value of a time, s, is due.
  mutating func admits(_ time: Double) -> Bool {
    guard interval > 0 else { return true }
    guard let due, due - time <= 2 * interval else {
      // The first value, or the clock went back.
      self.due = time + interval
      return true
    }
    guard time >= due else { return false }
    // At most one value ahead of the schedule, and a time that is repeated is not due again.
    self.due = max(due + interval, time.nextUp)
    return true
  }
}
