import HeadingGeometry

/// ST LSM9DS1, accelerometer and gyroscope; its magnetometer is ``LSM9DS1Magnetometer``.
///
/// Source: data sheet DocID025715 Rev 3. Its figure 1 shows the accelerometer's and the gyroscope's
/// x against the magnetometer's. The magnetometer's axes are right-handed and serve as those of the
/// package; the other two are left-handed, so this driver reverses their x. RTIMULib
/// (`RTIMULSM9DS1.cpp`) and PX4 (`LSM9DS1.cpp`) use the same axes. The order of reading the FIFO is
/// PX4's.
package struct LSM9DS1: RestartingDriver, CheckedDriver {
  package static let model = ChipModel(
    "LSM9DS1", buses: [.i2c, .spi], addresses: [0x6A, 0x6B], identities: [.init(0x0F, 0x68)])

  /// Registers of table 21.
  private enum Register {
    static let control1: UInt8 = 0x10
    static let temperature: UInt8 = 0x15
    static let status: UInt8 = 0x17
    static let rates: UInt8 = 0x18
    static let control6: UInt8 = 0x20
    static let control8: UInt8 = 0x22
    static let control9: UInt8 = 0x23
    static let control10: UInt8 = 0x24
    static let accelerations: UInt8 = 0x28
    static let fifoControl: UInt8 = 0x2E
    static let fifoSource: UInt8 = 0x2F
  }

  /// Output data rates of both sensors, Hz, in the order of the field ODR_G, whose first code is 1, of
  /// which a bus with 100 kHz carries the samples.
  private static let outputRates = [14.9, 59.5, 119, 238]

  /// m/s² per count for ±2, ±4, ±8 and ±16 g; table 3.
  private static let accelerations = [0.061, 0.122, 0.244, 0.732].map {
    $0 * 1e-3 * PhysicalConstants.standardGravity
  }

  /// Their codes in the field FS_XL.
  private static let accelerationCodes: [UInt8] = [0x00, 0x10, 0x18, 0x08]

  /// rad/s per count for ±245, ±500 and ±2000 °/s; table 3.
  private static let rates = [8.75, 17.5, 70].map { $0 * 1e-3 * .pi / 180 }

  /// Their codes in the field FS_G.
  private static let rateCodes: [UInt8] = [0x00, 0x08, 0x18]

  /// Measurements in the FIFO.
  private static let depth = 32

  private let connection: ChipConnection
  package let registers: Registers
  private var clock: MeasurementClock
  package var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    clock = MeasurementClock(rate: 119, at: connection.clock.now)
    devices = [
      ChipDevice(
        "lsm9ds1_accel",
        channels: [
          .init(
            "accel", isVector: true, scale: Self.accelerations[1], scales: Self.accelerations)
        ], rate: 119, rates: Self.outputRates),
      ChipDevice(
        "lsm9ds1_gyro",
        channels: [
          .init("anglvel", isVector: true, scale: Self.rates[1], scales: Self.rates),
          .init("temp", scale: 62.5, offset: 400),
        ], rate: 119, rates: Self.outputRates),
    ]
    try Self.model.check(registers)
    try registers.write(Register.control8, 0x05)
    try registers.wait(
      for: Register.control8, mask: 0x01, toBe: 0, microseconds: 10_000, "its reset")
    try start()
  }

  /// The magnetometer, whose pins for the address are its own.
  package static var companions: [ChipCompanion] {
    [
      ChipCompanion(LSM9DS1Magnetometer.self, address: 0x1C, axes: .identity),
      ChipCompanion(LSM9DS1Magnetometer.self, address: 0x1E, axes: .identity),
    ]
  }

  /// Writes every setting: both bytes of a value of one measurement, increment of the address,
  /// rate, ranges, FIFO.
  package mutating func start() throws(ChipError) {
    try registers.write(Register.control8, 0x44)
    try registers.write(Register.control10, 0x00)
    let code = UInt8(rateIndex(of: 0) + 1) << 5
    try registers.write(Register.control1, code | Self.rateCodes[range(of: 1)])
    try registers.write(Register.control6, code | Self.accelerationCodes[range(of: 0)])
    try registers.write(Register.control9, 0x02)
    try clear()
  }

  /// Empties the FIFO and starts it again.
  private mutating func clear() throws(ChipError) {
    clock.restart(rate: devices[0].rate, at: connection.clock.now)
    try registers.write(Register.fifoControl, 0x00)
    try registers.write(Register.fifoControl, 0xC0)
  }

  package var settings: [RegisterSetting] {
    let code = UInt8(rateIndex(of: 0) + 1) << 5
    return [
      .init(Register.control1, code | Self.rateCodes[range(of: 1)]),
      .init(Register.control6, code | Self.accelerationCodes[range(of: 0)]),
      .init(Register.control8, 0x44), .init(Register.control9, 0x02),
      .init(Register.control10, 0x00), .init(Register.fifoControl, 0xC0),
    ]
  }

  package var interval: Int64 { Int64(1e9 / min(max(devices[0].rate, 50), 200)) }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let begin = connection.clock.now
    let source = try registers.read(Register.fifoSource)
    // Bit 6: older measurements were overwritten.
    guard source & 0x40 == 0 else { return try clear() }
    let number = min(Int(source & 0x3F), Self.depth)
    guard number > 0 else {
      clock.ask(at: begin)
      return
    }
    let temperature = try registers.read(Register.temperature, count: 2).littleEndian16(0)
    var pairs: [(rate: SIMD4<Int32>, acceleration: SIMD4<Int32>)] = []
    for _ in 0..<number {
      let rate = try registers.read(Register.rates, count: 6).vector(0)
      pairs.append((rate, try registers.read(Register.accelerations, count: 6).vector(0)))
    }
    // During a longer reading others were overwritten, between those that were read.
    let room = Double(Self.depth - number) / devices[0].rate
    guard Double(connection.clock.now &- begin) < 1e9 * room else { return try clear() }
    let times = try clock.times(of: number, at: begin)
    for (end, pair) in zip(times, pairs) {
      // A measurement takes a period.
      let time = end &- Int64(0.5e9 / devices[0].rate)
      samples.append(
        ChipSample(device: 0, time: time, counts: Self.rightHanded(pair.acceleration)))
      var rate = Self.rightHanded(pair.rate)
      rate.w = temperature
      samples.append(ChipSample(device: 1, time: time, counts: rate))
    }
  }

  /// Reverses x; the lowest count has no opposite in 16 bits.
  private static func rightHanded(_ counts: SIMD4<Int32>) -> SIMD4<Int32> {
    SIMD4(min(-counts.x, 32767), counts.y, counts.z, counts.w)
  }

  /// At 2 g and 2000 °/s, five measurements each, with the limits of table 3.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    try registers.write(Register.control9, 0x00)
    try registers.write(Register.fifoControl, 0x00)
    // 119 Hz, by which both sensors measure.
    try registers.write(Register.control1, 0x78)
    try registers.write(Register.control6, 0x60)
    let acceleration = try change(ready: 0x01, output: Register.accelerations, test: 0x01)
    let rate = try change(ready: 0x02, output: Register.rates, test: 0x04)
    try start()
    return SelfTestResult(
      SelfTestChange(
        "accelerometer", from: acceleration.idle, to: acceleration.active, scale: 0.061,
        unit: "mg", limits: (SIMD3(repeating: 70), SIMD3(repeating: 1500))),
      SelfTestChange(
        "gyroscope", from: rate.idle, to: rate.active, scale: 0.07, unit: "°/s",
        limits: (SIMD3(repeating: 200), SIMD3(repeating: 800))))
  }

  private func change(
    ready: UInt8, output: UInt8, test: UInt8
  ) throws(ChipError) -> (idle: SIMD3<Double>, active: SIMD3<Double>) {
    let outputs = PolledOutput(
      status: Register.status, ready: ready, output: output, count: 6, rate: 119)
    connection.clock.wait(microseconds: 800_000)
    let idle = try outputs.mean(of: 5, registers)
    try registers.write(Register.control10, test)
    connection.clock.wait(microseconds: 800_000)
    let active = try outputs.mean(of: 5, registers)
    try registers.write(Register.control10, 0x00)
    return (idle, active)
  }

  package mutating func stop() throws(ChipError) {
    try registers.write(Register.control1, 0x00)
    try registers.write(Register.control6, 0x00)
  }
}
