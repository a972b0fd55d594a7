/// Measurements of MEMSIC's AMR sensors by turns after set and reset pulses, which remove the offset of
/// the bridge.
///
/// After a set pulse the output is offset + H, after a reset pulse offset − H, so that half the
/// difference of two successive measurements is H. The control registers are write-only, so that no
/// setting can be read back: the bandwidth is written with each measurement, and a chip that its supply
/// has reset never announces the one in progress, which ends the driver.
struct SetResetPair {
  /// The first control register; the second one follows it.
  private let control: UInt8

  /// Whether the measurement in progress follows a reset pulse.
  private var isReset = false

  /// Time at which the measurement in progress began, ns.
  private var started: Int64 = 0

  private var previous: (time: Int64, counts: SIMD3<Int32>)?

  /// Creates the measurements of a chip with its first control register.
  init(control: UInt8) { self.control = control }

  /// Resets the chip.
  func resetChip(_ registers: Registers) throws(ChipError) {
    try registers.write(control + 1, 0x80)
  }

  /// Begins a new pair after the present settings.
  mutating func restart() { (isReset, previous) = (false, nil) }

  /// Gives a pulse and begins a measurement, with twice the bandwidth if it must be fast.
  mutating func measure(
    isFast: Bool, _ registers: Registers, _ clock: any ChipClock
  ) throws(ChipError) {
    try registers.write(control + 1, isFast ? 0x01 : 0x00)
    try registers.write(control, isReset ? 0x10 : 0x08)
    clock.wait(microseconds: 1000)
    try registers.write(control, 0x01)
    started = clock.now
  }

  /// Adds the measurement in progress, which took so long, and changes the magnetization.
  ///
  /// - Parameters:
  ///   - counts: Its counts, of which one at an end of the range has overflowed.
  ///   - range: The range of the counts.
  ///   - duration: The time that it took, ns.
  /// - Returns: 2 · H and the middle between the two measurements; `nil` without a valid pair.
  mutating func add(
    _ counts: SIMD3<Int32>, in range: Range<Int32>, duration: Int64
  ) -> (time: Int64, doubled: SIMD3<Int32>)? {
    let isValid = counts.min() > range.lowerBound && counts.max() < range.upperBound - 1
    let time = started + duration / 2
    defer {
      previous = isValid ? (time, counts) : nil
      isReset.toggle()
    }
    guard isValid, let previous else { return nil }
    let change = counts &- previous.counts
    return (previous.time + (time - previous.time) / 2, isReset ? 0 &- change : change)
  }
}
