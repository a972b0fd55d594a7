/// A vehicle's load at the time of a sample and at fixed delays before it: the field may lag the
/// load.
public struct LoadSeries: Sendable {
  /// Delays before the sample, s: current and field are measured by different devices with
  /// different latency.
  public static let delays: [16 of Double] = [
    0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.25, 1.5, 1.75, 2,
  ]

  private var values: [16 of Double]

  /// Makes a series; `nil` if the load is not known at each of ``delays``.
  ///
  /// - Parameter load: The load at a delay, s, before the sample.
  public init?(_ load: (Double) -> Double?) {
    values = .init(repeating: 0)
    for index in Self.delays.indices {
      guard let value = load(Self.delays[index]), value.isFinite else { return nil }
      values[index] = value
    }
  }

  /// Index of the nearest of ``delays`` to a delay, s.
  static func index(nearest delay: Double) -> Int {
    var best = 0
    for index in delays.indices where abs(delays[index] - delay) < abs(delays[best] - delay) {
      best = index
    }
    return best
  }

  /// The load at one of ``delays``, 0 ..< 16.
  public subscript(index: Int) -> Double { values[index] }

  /// The load at a delay, s, by linear interpolation; beyond the longest of ``delays``, the value
  /// there.
  public func value(delay: Double) -> Double {
    for index in 1..<Self.delays.count where delay < Self.delays[index] {
      let step = Self.delays[index] - Self.delays[index - 1]
      let part = max(0, delay - Self.delays[index - 1]) / step
      return values[index - 1] + (values[index] - values[index - 1]) * part
    }
    return values[Self.delays.count - 1]
  }
}

extension LoadSeries: Hashable {
  /// Whether all values are equal.
  public static func == (left: LoadSeries, right: LoadSeries) -> Bool {
    delays.indices.allSatisfy { left.values[$0] == right.values[$0] }
  }

  /// Hashes the values.
  public func hash(into hasher: inout Hasher) {
    for index in Self.delays.indices { hasher.combine(values[index]) }
  }
}
