import HeadingGeometry

/// Driver of the accelerometers of ST's LSM303AGR and LSM303DLHC.
///
/// Both have the identity of the LIS3DH: the magnetometer beside them tells which one it is. Their
/// axes are those of the package (figure 1 of each data sheet).
package struct LSM303Accelerometer<Part: LSM303AccelerometerPart>: RestartingDriver, CheckedDriver {
  package static var model: ChipModel {
    ChipModel(
      Part.name, addresses: [0x19, 0x18], identities: [.init(0x0F, 0x33)],
      addressing: .init(i2cIncrement: 0x80))
  }

  private let connection: ChipConnection
  package let registers: Registers
  private var output = PolledOutput(
    status: LSM303AccelerometerRegister.status, ready: 0x08,
    output: LSM303AccelerometerRegister.output, count: 6, rate: 100)
  package var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    // 12 bits, aligned to the left of 16.
    let scales = Part.sensitivities.map { $0 * 1e-3 / 16 * PhysicalConstants.standardGravity }
    var channels = [
      ChipDevice.Channel("accel", isVector: true, scale: scales[1], scales: scales)
    ]
    if Part.hasTemperature {
      channels.append(.init("temp", scale: 1000 / 256, offset: 25 * 256))
    }
    devices = [
      ChipDevice(
        Part.device, channels: channels, rate: 100, rates: LSM303AccelerometerRegister.rates)
    ]
    try Self.model.check(registers)
    // There is no reset: every control register is written.
    for register in LSM303AccelerometerRegister.cleared { try registers.write(register, 0x00) }
    if Part.hasTemperature {
      try registers.write(LSM303AccelerometerRegister.temperatureControl, 0xC0)
    }
    try start()
  }

  package var settings: [RegisterSetting] {
    [
      .init(LSM303AccelerometerRegister.control1, UInt8(rateIndex(of: 0) + 1) << 4 | 0x07),
      .init(LSM303AccelerometerRegister.control4, 0x88 | UInt8(range(of: 0)) << 4),
    ]
  }

  package var interval: Int64 { output.interval }

  package mutating func start() throws(ChipError) {
    try registers.write(
      LSM303AccelerometerRegister.control1, UInt8(rateIndex(of: 0) + 1) << 4 | 0x07)
    // Both bytes of a value of one measurement, high resolution.
    try registers.write(
      LSM303AccelerometerRegister.control4, 0x88 | UInt8(range(of: 0)) << 4)
    try output.restart(rate: devices[0].rate, registers, connection.clock)
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    guard let (bytes, time) = try output.read(registers, connection.clock) else { return }
    var counts = bytes.vector(0)
    if Part.hasTemperature {
      counts.w =
        try registers.read(LSM303AccelerometerRegister.temperature, count: 2).littleEndian16(0)
    }
    samples.append(ChipSample(device: 0, time: time, counts: counts))
  }

  /// At 2 g and 100 Hz, five measurements.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    guard let limits = Part.selfTestLimits else { return nil }
    let rate = devices[0].rate
    try setRate(100, ofDevice: 0)
    try registers.write(LSM303AccelerometerRegister.control4, 0x88)
    connection.clock.wait(microseconds: 90_000)
    let idle = try output.mean(of: 5, registers)
    try registers.write(LSM303AccelerometerRegister.control4, 0x8A)
    connection.clock.wait(microseconds: 90_000)
    let active = try output.mean(of: 5, registers)
    try setRate(rate, ofDevice: 0)
    return SelfTestResult(
      SelfTestChange(
        "accelerometer", from: idle, to: active, scale: Part.sensitivities[0] / 16, unit: "mg",
        limits: (SIMD3(repeating: limits.least), SIMD3(repeating: limits.most))))
  }

  package mutating func stop() throws(ChipError) {
    try registers.write(LSM303AccelerometerRegister.control1, 0x00)
  }
}
