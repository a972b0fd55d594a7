import HeadingGeometry

/// Bosch BMI160: accelerometer and gyroscope.
///
/// Both sensors go through the FIFO at a common rate. The data sheet states no delay of the filters.
///
/// Source: data sheet BST-BMI160-DS000.
package struct BMI160: RestartingDriver, CheckedDriver {
  package static let model = ChipModel(
    "BMI160", addresses: [0x68, 0x69], identities: [.init(0x00, 0xD1)])

  /// Registers of the register map.
  private enum Register {
    static let powerStatus: UInt8 = 0x03
    static let output: UInt8 = 0x12
    static let status: UInt8 = 0x1B
    static let temperature: UInt8 = 0x20
    static let fifoCount: UInt8 = 0x22
    static let fifoData: UInt8 = 0x24
    static let accelerometer: UInt8 = 0x40
    static let accelerometerRange: UInt8 = 0x41
    static let gyroscope: UInt8 = 0x42
    static let gyroscopeRange: UInt8 = 0x43
    static let fifo: UInt8 = 0x47
    static let selfTest: UInt8 = 0x6D
    static let command: UInt8 = 0x7E
  }

  /// Commands.
  private enum Command {
    static let startAccelerometer: UInt8 = 0x11
    static let startGyroscope: UInt8 = 0x15
    static let suspendAccelerometer: UInt8 = 0x10
    static let suspendGyroscope: UInt8 = 0x14
    static let emptyFIFO: UInt8 = 0xB0
    static let reset: UInt8 = 0xB6
  }

  /// Settings of the accelerometer's ranges.
  private static let ranges: [UInt8] = [3, 5, 8, 12]

  private let connection: ChipConnection
  package let registers: Registers
  package var devices = BoschMotion.devices("bmi160")
  private var clocks: [MeasurementClock]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    clocks = [MeasurementClock](
      repeating: MeasurementClock(rate: 100, at: connection.clock.now), count: 2)
    try Self.model.check(registers)
    try reset()
    try start()
  }

  package var settings: [RegisterSetting] {
    let rate = 6 + UInt8(rateIndex(of: 0))
    return [
      .init(Register.accelerometer, 0x20 | rate),
      .init(Register.accelerometerRange, Self.ranges[range(of: 0)], mask: 0x0F),
      .init(Register.gyroscope, 0x20 | rate, mask: 0x3F),
      .init(Register.gyroscopeRange, 4 - UInt8(range(of: 1)), mask: 0x07),
      .init(Register.fifo, 0xD0, mask: 0xFE),
    ]
  }

  /// At most a hundred times a second, or twice a sample.
  package var interval: Int64 { max(5_000_000, Int64(0.5e9 / devices[0].rate)) }

  private func reset() throws(ChipError) {
    try registers.write(Register.command, Command.reset)
    connection.clock.wait(microseconds: 15_000)
    try registers.write(Register.command, Command.startAccelerometer)
    connection.clock.wait(microseconds: 5000)
    try registers.write(Register.command, Command.startGyroscope)
    connection.clock.wait(microseconds: 80_000)
    // Both in normal mode.
    try registers.wait(
      for: Register.powerStatus, mask: 0x3C, toBe: 0x14, microseconds: 100_000, "its start")
  }

  /// Sets rate and ranges and empties the FIFO.
  package mutating func start() throws(ChipError) {
    let rate = 6 + UInt8(rateIndex(of: 0))
    // Normal filters.
    try registers.write(Register.accelerometer, 0x20 | rate)
    try registers.write(Register.accelerometerRange, Self.ranges[range(of: 0)])
    try registers.write(Register.gyroscope, 0x20 | rate)
    try registers.write(Register.gyroscopeRange, 4 - UInt8(range(of: 1)))
    // Both sensors, with headers.
    try registers.write(Register.fifo, 0xD0)
    connection.clock.wait(microseconds: 1000)
    try registers.write(Register.command, Command.emptyFIFO)
    connection.clock.wait(microseconds: 1000)
    for device in clocks.indices {
      clocks[device].restart(rate: devices[device].rate, at: connection.clock.now)
    }
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    let fifo = BoschFIFO(
      count: Register.fifoCount, data: Register.fifoData, capacity: 1024, settingsBytes: 1)
    let contents = try fifo.read(registers)
    samples += try BoschMotion.samples(
      contents, &clocks, rate: devices[0].rate, at: now,
      temperature: Register.temperature, registers)
  }

  /// Deflects the accelerometer both ways, by at least 2 g in all, and has the gyroscope test itself.
  ///
  /// Source of the accelerometer's limit: Bosch's driver `BMI160_driver`.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    try registers.write(Register.accelerometer, 0x2C)
    try registers.write(Register.accelerometerRange, Self.ranges[2])
    var deflections: [[Double]] = []
    // High amplitude, positive and negative.
    for setting in [0x0D, 0x09] as [UInt8] {
      try registers.write(Register.selfTest, setting)
      connection.clock.wait(microseconds: 50_000)
      let bytes = try registers.read(Register.output, count: 6)
      deflections.append((0..<3).map { Double(bytes.littleEndian16(2 * $0)) / 4096 })
    }
    try registers.write(Register.selfTest, 0x10)
    connection.clock.wait(microseconds: 50_000)
    let isGyroscopeFine = try registers.read(Register.status) & 0x02 != 0
    try reset()
    try start()
    return SelfTestResult(
      ["accel x", "accel y", "accel z"], (0..<3).map { deflections[0][$0] - deflections[1][$0] },
      [ClosedRange](repeating: 2 ... .infinity, count: 3), unit: "g")
      + SelfTestResult(
        hasPassed: isGyroscopeFine, text: "gyro \(isGyroscopeFine ? "passed" : "failed")")
  }

  package mutating func stop() throws(ChipError) {
    try registers.write(Register.command, Command.suspendAccelerometer)
    connection.clock.wait(microseconds: 1000)
    try registers.write(Register.command, Command.suspendGyroscope)
  }
}
