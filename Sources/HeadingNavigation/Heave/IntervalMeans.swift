/// Means over equal intervals of a value that is sampled at any times, linear between them.
struct IntervalMeans: Sendable {
  private let interval: Double
  private var last: (time: Double, value: Double)?
  private var integral = 0.0

  /// End of the interval that is not complete yet, s.
  private(set) var end = 0.0

  init(interval: Double) { self.interval = interval }

  /// Adds a sample; gives the mean of each interval that it completes.
  ///
  /// - Parameters:
  ///   - value: The sample.
  ///   - time: Its time, s; one that is not later than the last is ignored.
  ///   - complete: Gets the mean of an interval and its end, s.
  mutating func add(
    _ value: Double, at time: Double, complete: (_ mean: Double, _ end: Double) -> Void
  ) {
    guard let before = last else {
      last = (time, value)
      (integral, end) = (0, time + interval)
      return
    }
    guard time > before.time else { return }
    var (start, first) = before
    let slope = (value - before.value) / (time - before.time)
    while time >= end {
      let atEnd = before.value + slope * (end - before.time)
      integral += (end - start) * (first + atEnd) / 2
      complete(integral / interval, end)
      (start, first, integral) = (end, atEnd, 0)
      end += interval
    }
    integral += (time - start) * (first + value) / 2
    last = (time, value)
  }
}
