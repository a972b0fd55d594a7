/// Output registers of a chip that announces each measurement in a status register.
struct PolledOutput {
  /// The longest time that reading a measurement may take if a period is shorter, ns.
  private static let longestReading: Int64 = 20_000_000

  /// The status register.
  let status: UInt8

  /// Its bits that announce a measurement of everything that is read.
  let ready: UInt8

  /// The first output register.
  let output: UInt8

  /// Number of output registers.
  let count: Int

  /// The times of the measurements.
  private var timing: MeasurementClock

  /// Whether the next measurement may have begun under other settings.
  private var isSettling = true

  /// Time between two readings: half a period, so that no measurement is missed, ns.
  private(set) var interval: Int64

  /// Creates the outputs of a chip that measures at a rate, Hz.
  init(status: UInt8, ready: UInt8, output: UInt8, count: Int, rate: Double) {
    self.status = status
    self.ready = ready
    self.output = output
    self.count = count
    timing = MeasurementClock(rate: rate, at: 0)
    interval = Int64(0.5e9 / rate)
  }

  /// Continues after a change of settings, with a rate, Hz.
  ///
  /// What was measured before is discarded, as is the measurement during the change.
  mutating func restart(
    rate: Double, _ registers: Registers, _ clock: any ChipClock
  ) throws(ChipError) {
    _ = try registers.read(output, count: count)
    isSettling = true
    timing.restart(rate: rate, at: clock.now)
    interval = Int64(0.5e9 / rate)
  }

  /// Reads a measurement and the time of its middle; `nil` if there is none.
  mutating func read(
    _ registers: Registers, _ clock: any ChipClock
  ) throws(ChipError) -> (bytes: [UInt8], time: Int64)? {
    let begin = clock.now
    guard try registers.read(status) & ready == ready else {
      timing.ask(at: clock.now)
      return nil
    }
    let bytes = try registers.read(output, count: count)
    // After a longer delay it is not known which measurement was read.
    guard !isSettling, clock.now &- begin <= max(2 * interval, Self.longestReading) else {
      isSettling = false
      timing.deliver(at: clock.now)
      return nil
    }
    let times = try timing.times(of: nil, at: clock.now)
    // A measurement takes a period: two intervals.
    return (bytes, times[0] &- interval)
  }

  /// The mean of the vectors at the beginning of `count` measurements, in counts.
  ///
  /// The first measurement is discarded: it may have begun under other settings. Throws
  /// ``ChipError/notReady(_:)`` if the chip does not measure.
  func mean(
    of number: Int, _ registers: Registers
  ) throws(ChipError) -> SIMD3<Double> {
    var sum = SIMD3<Double>()
    for index in 0...number {
      try registers.wait(
        for: status, mask: ready, toBe: ready, microseconds: Int(10 * interval / 1000),
        "a measurement of its self-test")
      let bytes = try registers.read(output, count: 6)
      guard index > 0 else { continue }
      sum += SIMD3(
        Double(bytes.littleEndian16(0)), Double(bytes.littleEndian16(2)),
        Double(bytes.littleEndian16(4)))
    }
    return sum / Double(number)
  }
}
