import HeadingGeometry

/// Mean and variance of vectors, sample by sample (Welford's update).
struct RunningMoments: Sendable {
  private(set) var count = 0
  private(set) var mean = Vector3.zero
  private var squares = Vector3.zero

  mutating func add(_ value: Vector3) {
    count += 1
    let difference = value - mean
    mean += difference / Double(count)
    squares += difference * (value - mean)
  }

  /// Standard deviation of each component; zero of fewer than two values.
  var deviation: Vector3 {
    guard count > 1 else { return .zero }
    return (squares / Double(count - 1)).squareRoot()
  }
}
