/// Removes the offset of the bridge of an AMR sensor from measurements of alternating magnetization.
///
/// After a set pulse the output is offset + H, after a reset pulse offset − H, so that half the
/// difference of two successive measurements is H.
struct SetResetPair {
  /// Whether the measurement in progress follows a reset pulse.
  private(set) var isReset = false

  private var previous: (time: Int64, counts: SIMD3<Int32>)?

  /// Adds the measurement in progress, `nil` if it is invalid, and changes the magnetization.
  ///
  /// - Returns: 2 · H and the middle between the two measurements; `nil` without a valid pair.
  mutating func add(
    _ counts: SIMD3<Int32>?, at time: Int64
  ) -> (time: Int64, doubled: SIMD3<Int32>)? {
    defer {
      previous = counts.map { (time, $0) }
      isReset.toggle()
    }
    guard let counts, let previous else { return nil }
    let change = counts &- previous.counts
    return (previous.time + (time - previous.time) / 2, isReset ? 0 &- change : change)
  }
}
