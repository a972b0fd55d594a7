/// The saturation level of a sensor, learned from its plateaus.
///
/// The level is constant: two plateaus of the same height confirm it.
struct SaturationLevel {
  /// Height of the newest plateau, SI; infinite before the first.
  private var newest = Double.infinity

  /// Whether the previous plateau had the same height.
  private var isConfirmed = false

  /// Records the height of a new plateau.
  mutating func note(_ height: Double) {
    isConfirmed = abs(height / newest - 1) < Self.tolerance
    newest = height
  }

  /// Whether a reading is saturated; `wasEnd`: whether the previous one was.
  mutating func isEnd(_ magnitude: Double, wasEnd: Bool) -> Bool {
    if magnitude > newest * (1 + 2 * Self.tolerance) { self = SaturationLevel() }
    return isConfirmed && magnitude > newest * (1 - (wasEnd ? 2 : 1) * Self.tolerance)
  }

  /// Relative variation of the plateaus of real chips.
  private static let tolerance = 0.02
}
