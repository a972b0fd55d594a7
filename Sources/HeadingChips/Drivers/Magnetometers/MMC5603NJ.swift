import HeadingGeometry

/// MEMSIC MMC5603NJ, a three-axis magnetometer.
///
/// Source: data sheet MMC5603NJ Rev B. Set and reset pulses are given before measurements of the
/// single mode, because the data sheet does not say what the automatic ones leave in the output.
/// The axes are taken as right-handed and the sign as (set − reset) / 2, as published drivers have
/// them: ArduPilot's first (`AP_Compass_MMC5603.cpp`), and PX4's of the MMC5616 with the same registers
/// (`mmc5616.cpp`), which hand x, y and z on. No chip was measured.
package struct MMC5603NJ: RestartingDriver {
  package static let model = ChipModel(
    "MMC5603NJ", addresses: [0x30], identities: [.init(0x39, 0x10)])

  private enum Register {
    static let output: UInt8 = 0x00
    static let temperature: UInt8 = 0x09
    static let status: UInt8 = 0x18
    static let control: UInt8 = 0x1B
    static let threshold: UInt8 = 0x1E
    static let selfTestValues: UInt8 = 0x27
  }

  private static let rates = [1.0, 5, 10, 20, 50, 100]

  /// Measurements of the field for each of the temperature, which takes the place of one.
  private static let fieldsPerTemperature = 500

  private let connection: ChipConnection
  private let registers: Registers
  private var pair = SetResetPair(control: Register.control)
  private var watch: MeasurementClock
  private var fields = 0
  private var measuresTemperature = false
  private var temperature: Int32 = 0
  package var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection)
    watch = MeasurementClock(rate: 50, at: connection.clock.now)
    // 16384 counts per gauss; the samples are twice the field. 0.8 °C per count from −75 °C on.
    devices = [
      ChipDevice(
        "mmc5603",
        channels: [
          .init("magn", isVector: true, scale: 1 / 32768.0, bits: 24),
          .init("temp", scale: 800, offset: -93.75),
        ], rate: 50, rates: Self.rates)
    ]
    try Self.model.check(registers)
    try pair.resetChip(registers)
    connection.clock.wait(microseconds: 20_000)
    try start()
  }

  package var interval: Int64 { Int64(1e9 / devices[0].rate) }

  /// Whether a measurement takes 3.5 ms, with the bandwidth 01, instead of 6.6 ms.
  private var isFast: Bool { devices[0].rate > 50 }

  package mutating func start() throws(ChipError) {
    pair.restart()
    watch.restart(rate: devices[0].rate, at: connection.clock.now)
    try measure()
  }

  private mutating func measure() throws(ChipError) {
    measuresTemperature = fields == 0
    fields = (fields + 1) % Self.fieldsPerTemperature
    if measuresTemperature {
      try registers.write(Register.control, 0x02)
    } else {
      try pair.measure(isFast: isFast, registers, connection.clock)
    }
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    try watch.check(at: now)
    let status = try registers.read(Register.status)
    guard status & (measuresTemperature ? 0x80 : 0x40) != 0 else { return }
    watch.deliver(at: now)
    if measuresTemperature {
      temperature = Int32(try registers.read(Register.temperature))
      return try measure()
    }
    let bytes = try registers.read(Register.output, count: 9)
    var raw = SIMD3<Int32>()
    for axis in 0..<3 {
      let high = Int32(bytes[2 * axis]) << 12 | Int32(bytes[2 * axis + 1]) << 4
      raw[axis] = high | Int32(bytes[6 + axis] >> 4)
    }
    if let result = pair.add(raw, in: 0..<1 << 20, duration: isFast ? 3_500_000 : 6_600_000) {
      samples.append(
        ChipSample(device: 0, time: result.time, counts: SIMD4(result.doubled, temperature)))
    }
    try measure()
  }

  /// The chip compares its response to the self-test coil with thresholds: 80 % of its response at
  /// the factory, which is stored in counts of 32 about 128, in steps of 8.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    let stored = try registers.read(Register.selfTestValues, count: 3)
    let thresholds = stored.map { value in
      UInt8(clamping: abs(Int(value) - 128) * 32 * 4 / 5 / 8)
    }
    // A measurement in progress ends first.
    connection.clock.wait(microseconds: 10_000)
    for (axis, threshold) in thresholds.enumerated() {
      try registers.write(Register.threshold + UInt8(axis), threshold)
    }
    try registers.write(Register.control, 0x08)
    connection.clock.wait(microseconds: 1000)
    try registers.write(Register.control, 0x40)
    connection.clock.wait(microseconds: 15_000)
    let hasPassed = try registers.read(Register.status) & 0x20 == 0
    pair.restart()
    try measure()
    return SelfTestResult(
      hasPassed: hasPassed,
      text: "response \(hasPassed ? "above" : "below") 80 % of the factory's on each axis")
  }

  /// The chip sleeps between measurements.
  package mutating func stop() throws(ChipError) {}
}
