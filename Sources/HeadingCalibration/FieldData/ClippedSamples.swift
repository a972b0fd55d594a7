import HeadingGeometry

/// Detects clipped readings at the end of a magnetometer's range.
enum ClippedSamples {
  /// Range of an axis, T, under which the body did not turn and equal readings are no sign of
  /// clipping.
  private static let leastSpread = 10e-6

  /// The samples without a clipped component.
  ///
  /// A component is clipped if at least one reading in a hundred has exactly its largest (or
  /// smallest) value, and more than all readings within 2 % of the range beside it: for a turning
  /// body the density of readings decreases towards the ends.
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
