extension GeoidGrid {
  /// Coefficients of the bicubic spline through a grid of heights.
  ///
  /// The spline through periodic samples is a recursive filter, forward and backward (M. Unser,
  /// Splines: a perfect fit for signal and image processing, IEEE Signal Processing Magazine,
  /// November 1999). A parallel is periodic; so is a meridian together with the opposite one.
  static func splineCoefficients(_ heights: [Float]) -> [Float] {
    var grid = heights
    var ring = [Double](repeating: 0, count: columns)
    let half = columns / 2
    for column in 0..<half {
      for row in 0..<rows { ring[row] = Double(grid[row * columns + column]) }
      for row in 1..<(rows - 1) {
        ring[columns - row] = Double(grid[row * columns + column + half])
      }
      filter(&ring)
      for row in 0..<rows {
        grid[row * columns + column] = Float(ring[row])
        grid[row * columns + column + half] = Float(ring[(columns - row) % columns])
      }
    }
    for row in 0..<rows {
      for column in 0..<columns { ring[column] = Double(grid[row * columns + column]) }
      filter(&ring)
      for column in 0..<columns { grid[row * columns + column] = Float(ring[column]) }
    }
    return grid
  }

  /// Converts periodic samples into coefficients of the cubic spline through them.
  private static func filter(_ ring: inout [Double]) {
    // The filter's pole √3 − 2; the contribution of samples 40 points back is below 1e-22.
    let pole = 3.0.squareRoot() - 2
    let count = ring.count
    var value = 0.0
    for index in (count - 40)..<count { value = ring[index] + pole * value }
    for index in 0..<count {
      value = ring[index] + pole * value
      ring[index] = value
    }
    value = 0
    for index in stride(from: 39, through: 0, by: -1) { value = pole * (value - ring[index]) }
    for index in stride(from: count - 1, through: 0, by: -1) {
      value = pole * (value - ring[index])
      ring[index] = 6 * value
    }
  }
}
