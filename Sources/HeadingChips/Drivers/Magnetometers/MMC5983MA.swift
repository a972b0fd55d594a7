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
    static let control1: UInt8 = 0x0A
  }

  private static let rates = [1.0, 5, 10, 20, 50, 100]

  private let connection: ChipConnection
  private let registers: Registers
  private var started: Int64 = 0
  private var pair = SetResetPair()
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
    try registers.write(Register.control1, 0x80)
    connection.clock.wait(microseconds: 15_000)
    try start()
  }

  package var interval: Int64 { Int64(1e9 / devices[0].rate) }

  /// Duration of a measurement, ns: 8 ms at a bandwidth of 100 Hz, 4 ms at 200 Hz.
  private var duration: Int64 { devices[0].rate > 50 ? 4_000_000 : 8_000_000 }

  /// Sets the bandwidth, and measures.
  package mutating func start() throws(ChipError) {
    try registers.write(Register.control1, devices[0].rate > 50 ? 0x01 : 0x00)
    pair = SetResetPair()
    watch.restart(rate: devices[0].rate, at: connection.clock.now)
    try measure()
  }

  private mutating func measure() throws(ChipError) {
    try registers.write(Register.control, pair.isReset ? 0x10 : 0x08)
    connection.clock.wait(microseconds: 1000)
    try registers.write(Register.control, 0x01)
    started = connection.clock.now
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
    // An axis at the end of the range has overflowed.
    let isValid = raw.min() > 0 && raw.max() < 0x3FFFF
    if let result = pair.add(isValid ? raw : nil, at: started + duration / 2) {
      samples.append(
        ChipSample(
          device: 0, time: result.time, counts: SIMD4(result.doubled, 0)))
    }
    try measure()
  }

  /// The chip sleeps between measurements.
  package mutating func stop() throws(ChipError) {}
}
