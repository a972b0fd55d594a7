import HeadingGeometry

/// Bosch BMI270: accelerometer and gyroscope.
///
/// The chip works only with a configuration file of Bosch's, which is read from the firmware folder.
/// Both sensors go through the FIFO at a common rate. The data sheet states no delay of the filters.
///
/// Source: data sheet BST-BMI270-DS000; name of the file from Linux's driver `bmi270`.
package struct BMI270: RestartingDriver, CheckedDriver {
  package static let model = ChipModel(
    "BMI270", addresses: [0x68, 0x69], identities: [.init(0x00, 0x24)])

  /// Name of the configuration file.
  package static let firmware = "bmi270-init-data.fw"

  /// Registers of the register map.
  private enum Register {
    static let output: UInt8 = 0x0C
    static let internalStatus: UInt8 = 0x21
    static let temperature: UInt8 = 0x22
    static let fifoCount: UInt8 = 0x24
    static let fifoData: UInt8 = 0x26
    static let crossSensitivity: UInt8 = 0x3C
    static let accelerometer: UInt8 = 0x40
    static let fifo: UInt8 = 0x48
    static let loading: UInt8 = 0x59
    static let loadingAddress: UInt8 = 0x5B
    static let loadingData: UInt8 = 0x5E
    static let gyroscopeSelfTest: UInt8 = 0x69
    static let selfTest: UInt8 = 0x6D
    static let gyroscopeResult: UInt8 = 0x6E
    static let power: UInt8 = 0x7C
    static let sensors: UInt8 = 0x7D
    static let command: UInt8 = 0x7E
  }

  /// Bytes of the configuration in one transaction; an even number.
  private static let burst = 128

  /// The address of the chip's memory for the configuration has 12 bits, of two bytes each.
  private static let largestFirmware = 8192

  private let connection: ChipConnection
  package let registers: Registers
  package var devices = BoschMotion.devices("bmi270")
  private var clocks: [MeasurementClock]
  /// Part of the gyroscope's z in its x.
  private var crossSensitivity = 0.0

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    clocks = [MeasurementClock](
      repeating: MeasurementClock(rate: 100, at: connection.clock.now), count: 2)
    try Self.model.check(registers)
    guard let firmware = connection.firmware(Self.firmware) else {
      throw .missingFirmware(Self.firmware)
    }
    guard !firmware.isEmpty, firmware.count <= Self.largestFirmware, firmware.count % 2 == 0 else {
      throw .badData("\(firmware.count) bytes in \(Self.firmware)")
    }
    try registers.write(Register.command, 0xB6)
    connection.clock.wait(microseconds: 2000)
    try load(firmware)
    // Accelerometer, gyroscope and thermometer.
    try registers.write(Register.sensors, 0x0E)
    connection.clock.wait(microseconds: 50_000)
    // 7 bits, two's complement, in 1/512.
    let factor = Int8(bitPattern: try registers.read(Register.crossSensitivity) << 1) >> 1
    crossSensitivity = Double(factor) / 512
    try start()
  }

  package var settings: [RegisterSetting] {
    let rate = 6 + UInt8(rateIndex(of: 0))
    return [
      .init(Register.accelerometer, 0xA0 | rate),
      .init(Register.accelerometer + 1, UInt8(range(of: 0)), mask: 0x03),
      .init(Register.accelerometer + 2, 0xE0 | rate),
      .init(Register.accelerometer + 3, 4 - UInt8(range(of: 1)), mask: 0x07),
      .init(Register.fifo + 1, 0xD0), .init(Register.sensors, 0x0E, mask: 0x0F),
    ]
  }

  /// At most a hundred times a second, or twice a sample.
  package var interval: Int64 { max(5_000_000, Int64(0.5e9 / devices[0].rate)) }

  /// Loads the configuration, by the data sheet's procedure of initialization.
  private func load(_ firmware: [UInt8]) throws(ChipError) {
    // Without power saving.
    try registers.write(Register.power, 0x00)
    connection.clock.wait(microseconds: 450)
    try registers.write(Register.loading, 0x00)
    for start in stride(from: 0, to: firmware.count, by: Self.burst) {
      let words = start / 2
      try registers.write(
        Register.loadingAddress, UInt8(words & 0x0F), UInt8(truncatingIfNeeded: words >> 4))
      try registers.write(
        Register.loadingData, Array(firmware[start..<min(start + Self.burst, firmware.count)]))
    }
    try registers.write(Register.loading, 0x01)
    try registers.wait(
      for: Register.internalStatus, mask: 0x0F, toBe: 0x01, microseconds: 150_000,
      "its configuration")
  }

  /// Sets rate and ranges and empties the FIFO.
  package mutating func start() throws(ChipError) {
    let rate = 6 + UInt8(rateIndex(of: 0))
    // Normal filters, for performance; the gyroscope's low noise too.
    try registers.write(
      Register.accelerometer, 0xA0 | rate, UInt8(range(of: 0)), 0xE0 | rate,
      4 - UInt8(range(of: 1)))
    // Both sensors, with headers, the oldest samples replaced when full.
    try registers.write(Register.fifo, 0x00, 0xD0)
    connection.clock.wait(microseconds: 1000)
    try registers.write(Register.command, 0xB0)
    connection.clock.wait(microseconds: 1000)
    for device in clocks.indices {
      clocks[device].restart(rate: devices[device].rate, at: connection.clock.now)
    }
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    let fifo = BoschFIFO(
      count: Register.fifoCount, data: Register.fifoData, capacity: 2048, settingsBytes: 4)
    var contents = try fifo.read(registers)
    for index in contents.measurements[1].indices {
      let value = contents.measurements[1][index]
      let x = Int32(saturating: Double(value.x) - crossSensitivity * Double(value.z))
      contents.measurements[1][index].x = min(max(x, -32_768), 32_767)
    }
    samples += try BoschMotion.samples(
      contents, &clocks, rate: devices[0].rate, at: now,
      temperature: Register.temperature, registers)
  }

  /// Deflects the accelerometer both ways at ±16 g, and has the gyroscope test itself.
  ///
  /// Source of the limits and of the gyroscope's procedure: Bosch's `BMI270_SensorAPI`.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    // 1600 Hz, normal filter, for performance.
    try registers.write(Register.accelerometer, 0xAC, 0x03)
    connection.clock.wait(microseconds: 3000)
    var deflections: [[Double]] = []
    // High amplitude, positive and negative.
    for setting in [0x0D, 0x09] as [UInt8] {
      try registers.write(Register.selfTest, setting)
      connection.clock.wait(microseconds: 51_000)
      let bytes = try registers.read(Register.output, count: 6)
      deflections.append((0..<3).map { Double(bytes.littleEndian16(2 * $0)) / 2048 })
    }
    try registers.write(Register.selfTest, 0x00)
    let axes = try testGyroscope()
    try start()
    return SelfTestResult(
      ["accel x", "accel y", "accel z"], (0..<3).map { deflections[0][$0] - deflections[1][$0] },
      [16 ... .infinity, -.infinity ... -15, 10 ... .infinity], unit: "g") + axes
  }

  /// Needs the accelerometer alone and no FIFO; the chip clears a bit at the end.
  private func testGyroscope() throws(ChipError) -> SelfTestResult {
    try registers.write(Register.gyroscopeSelfTest, 0x04)
    try registers.write(Register.sensors, 0x0C)
    try registers.write(Register.fifo, 0x00, 0x10)
    connection.clock.wait(microseconds: 1000)
    try registers.write(Register.command, 0x02)
    try registers.wait(
      for: Register.gyroscopeSelfTest, mask: 0x04, toBe: 0, microseconds: 2_000_000,
      "the gyroscope's self-test")
    let result = try registers.read(Register.gyroscopeResult)
    try registers.write(Register.sensors, 0x0E)
    connection.clock.wait(microseconds: 50_000)
    let axes = ["x", "y", "z"].enumerated().map { index, name in
      "gyro \(name) \(result & 0x02 << UInt8(index) != 0 ? "passed" : "failed")"
    }
    return SelfTestResult(hasPassed: result & 0x0F == 0x0F, text: axes.joined(separator: ", "))
  }

  package mutating func stop() throws(ChipError) {
    try registers.write(Register.sensors, 0x00)
    try registers.write(Register.power, 0x03)
  }
}
