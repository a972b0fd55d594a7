/// Detects a chip that acknowledges but no longer measures.
struct DeliveryWatch {
  private var last: Int64

  /// Starts at a boottime, ns.
  init(_ now: Int64) { last = now }

  /// Notes a measurement.
  mutating func delivered(at now: Int64) { last = now }

  /// Throws ``ChipError/notReady(_:)`` when nothing was delivered for a second and three periods, so
  /// that the owner makes a new driver, which resets the chip.
  func check(at now: Int64, rate: Double) throws(ChipError) {
    let limit = 1_000_000_000 + Int64(3e9 / max(rate, 0.01))
    guard now &- last <= limit else { throw .notReady("its measurement") }
  }
}
