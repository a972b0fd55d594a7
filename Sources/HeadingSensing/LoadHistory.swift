/// A ring buffer of a vehicle's recent loads, for a field that follows them with a delay.
public struct LoadHistory: Sendable, Hashable {
  /// Shortest time covered, s.
  public static let length = 2.5

  /// Age beyond which a load is not used, s.
  ///
  /// Small: slow channels are lost. Large: an outdated load is corrected for.
  public static let maximumAge = 1.0

  /// Interval within which readings are averaged, s: a magnetometer does not resolve faster
  /// changes.
  private static let step = 0.04

  // 64 steps of 0.04 s; InlineArray is not Hashable.
  private var values = SIMD64<Double>()
  private var times = SIMD64<Int64>()
  private var newest = 0
  private var count = 0
  private var averaged = 0.0

  /// Creates an empty buffer.
  public init() {}

  /// Adds a reading; one that is not finite, or older than the newest, is ignored.
  public mutating func add(_ sample: ScalarSample) {
    guard sample.value.isFinite else { return }
    if count > 0 {
      let since = sample.time.seconds(since: BootTime(nanoseconds: times[newest]))
      guard since >= 0 else { return }
      if since < Self.step {
        averaged += 1
        values[newest] += (sample.value - values[newest]) / averaged
        return
      }
      newest = (newest + 1) % Self.capacity
    }
    times[newest] = sample.time.nanoseconds
    values[newest] = sample.value
    averaged = 1
    count = min(count + 1, Self.capacity)
  }

  private static let capacity = 64

  /// The load at a time: interpolated between two readings, constant after the newest.
  ///
  /// - Returns: `nil` if no reading is within ``maximumAge`` of the time.
  public func value(at moment: BootTime) -> Double? {
    guard count > 0 else { return nil }
    var later: Int?
    for back in 0..<count {
      let index = (newest - back + Self.capacity) % Self.capacity
      let since = moment.seconds(since: BootTime(nanoseconds: times[index]))
      guard since >= 0 else {
        later = index
        continue
      }
      if let later {
        let step = BootTime(nanoseconds: times[later]).seconds(
          since: BootTime(nanoseconds: times[index]))
        // A long gap between two readings is not interpolated.
        guard step <= 2 * Self.maximumAge else {
          return since <= Self.maximumAge ? values[index] : nil
        }
        return values[index] + (values[later] - values[index]) * (since / step)
      }
      return since <= Self.maximumAge ? values[index] : nil
    }
    guard let later else { return nil }
    let ahead = BootTime(nanoseconds: times[later]).seconds(since: moment)
    return ahead <= Self.maximumAge ? values[later] : nil
  }
}
