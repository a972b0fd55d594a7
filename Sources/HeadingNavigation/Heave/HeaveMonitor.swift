import RealModule

/// States the accuracy of a filter's values by those of the last minute.
struct HeaveMonitor: Sendable {
  /// A filter's value.
  struct Value {
    /// The value, m.
    var value: Double
    /// That of a filter for waves of a quarter of the height, m.
    var other: Double
    /// 1σ of the effect of the accelerometer's bias, m.
    var biasEffect: Double
    /// 1σ in the assumed sea, m.
    var deviation: Double
  }

  /// Squares of the differences of the two filters, m².
  private var squares = RecentValues(capacity: HeaveFilter.length)
  private var sum = 0.0

  /// The 1σ error of a value, m, which is added to the minute.
  mutating func accuracy(_ value: Value) -> Double {
    let difference = value.value - value.other
    let square = difference * difference
    if squares.isFull { sum -= squares[HeaveFilter.length - 1] }
    squares.add(square)
    sum += square
    let mean = max(sum, 0) / Double(squares.filled)
    let observed = max(square, mean, value.deviation * value.deviation)
    return (observed + value.biasEffect * value.biasEffect).squareRoot()
  }
}
