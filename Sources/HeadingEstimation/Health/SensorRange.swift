/// The end of a sensor's range, as its plateaus show it.
///
/// It is the same each time: two plateaus of one height make it known.
struct SensorRange {
  /// Height of the newest plateau, SI; infinite before the first.
  private var newest = Double.infinity

  /// Whether one before was as high.
  private var isConfirmed = false

  /// Takes note of a plateau that has begun.
  mutating func note(_ height: Double) {
    isConfirmed = abs(height / newest - 1) < Self.tolerance
    newest = height
  }

  /// Whether a reading is at the end of the range; `wasEnd` says whether the one before was.
  mutating func isEnd(_ magnitude: Double, wasEnd: Bool) -> Bool {
    if magnitude > newest * (1 + 2 * Self.tolerance) { self = SensorRange() }
    return isConfirmed && magnitude > newest * (1 - (wasEnd ? 2 : 1) * Self.tolerance)
  }

  /// Plateaus of real chips wander by less, as a share.
  private static let tolerance = 0.02
}
