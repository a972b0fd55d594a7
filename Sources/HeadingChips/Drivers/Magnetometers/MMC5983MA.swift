import HeadingGeometry

/// MEMSIC MMC5983MA, a three-axis magnetometer.
///
/// Source: data sheet MMC5983MA Rev A. Its axes are left-handed: with the pin 1 at the upper left, x
/// points backward, y right and z into the board. The temperature sensor is not served: measuring it
/// interrupts the field, and users report that its values are wrong (PX4/PX4-Autopilot#22895).
package struct MMC5983MA: RestartingDriver {
  package static let model = ChipModel(
    "MMC5983MA", addresses: [0x30], identities: [.init(0x2F, 0x30)])

  private enum Register {
    static let output: UInt8 = 0x00
    static let status: UInt8 = 0x08
    static let control: UInt8 = 0x09
  }

  private static let rates = [1.0, 5, 10, 20, 50, 100]

  private let connection: ChipConnection
  private let registers: Registers
  private var pair = SetResetPair(control: Register.control)
  private var watch: MeasurementClock
  package var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection)
    watch = MeasurementClock(rate: 50, at: connection.clock.now)
    // 16384 counts per gauss; the samples are twice the field.
    devices = [
      ChipDevice(
        "mmc5983ma",
        channels: [.init("magn", isVector: true, scale: 1 / 32768.0, bits: 24)],
        rate: 50, rates: Self.rates, axes: Matrix3(diagonal: Vector3(1, 1, -1)))
    ]
    try Self.model.check(registers)
    try pair.resetChip(registers)
    connection.clock.wait(microseconds: 15_000)
    try start()
  }

  package var interval: Int64 { Int64(1e9 / devices[0].rate) }

  /// Whether a measurement takes 4 ms, with a bandwidth of 200 Hz, instead of 8 ms, with 100 Hz.
  private var isFast: Bool { devices[0].rate > 50 }

  package mutating func start() throws(ChipError) {
    pair.restart()
    watch.restart(rate: devices[0].rate, at: connection.clock.now)
    try pair.measure(isFast: isFast, registers, connection.clock)
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    try watch.check(at: now)
    guard try registers.read(Register.status) & 0x01 != 0 else { return }
    let bytes = try registers.read(Register.output, count: 7)
    watch.deliver(at: now)
    var raw = SIMD3<Int32>()
    for axis in 0..<3 {
      let low = bytes[6] >> UInt8(6 - 2 * axis) & 3
      raw[axis] = Int32(bytes[2 * axis]) << 10 | Int32(bytes[2 * axis + 1]) << 2 | Int32(low)
    }
    if let result = pair.add(raw, in: 0..<1 << 18, duration: isFast ? 4_000_000 : 8_000_000) {
      samples.append(
        ChipSample(device: 0, time: result.time, counts: SIMD4(result.doubled, 0)))
    }
    try pair.measure(isFast: isFast, registers, connection.clock)
  }

  /// The chip sleeps between measurements.
  package mutating func stop() throws(ChipError) {}
}
