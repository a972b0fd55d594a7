import HeadingGeometry

/// Finds readings at the end of a magnetometer's range, which say less than the field is.
enum ClippedSamples {
  /// Spread of an axis, T, under which nothing turned and equal readings mean nothing.
  private static let leastSpread = 10e-6

  /// Leaves out the samples of which a component is clipped.
  ///
  /// A component counts as clipped where at least one reading in a hundred has exactly its largest (or smallest)
  /// value, and more than all that lie within 2 % of the spread beside it: of a turning body the readings thin
  /// out towards the end.
  static func removed(from samples: [CalibrationSample]) -> [CalibrationSample] {
    var limits: [(axis: Int, value: Double)] = []
    for axis in 0..<3 {
      var (low, high) = (Double.infinity, -Double.infinity)
      for sample in samples where sample.isUsable {
        low = min(low, sample.field[axis])
        high = max(high, sample.field[axis])
      }
      guard high - low > leastSpread else { continue }
      for end in [low, high] {
        var (equal, near, all) = (0, 0, 0)
        for sample in samples where sample.isUsable {
          all += 1
          if sample.field[axis] == end {
            equal += 1
          } else if abs(sample.field[axis] - end) < 0.02 * (high - low) {
            near += 1
          }
        }
        if equal > near, equal >= 5, equal * 100 >= all { limits.append((axis, end)) }
      }
    }
    guard !limits.isEmpty else { return samples }
    return samples.filter { sample in
      !limits.contains { sample.field[$0.axis] == $0.value }
    }
  }
}
