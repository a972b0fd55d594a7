import HeadingGeometry

/// AKM AK09916, a three-axis magnetometer, alone or in the ICM-20948.
///
/// Source: AK09916C data sheet, and ICM-20948 data sheet DS-000189.
package struct AK09916: RestartingDriver, CheckedDriver {
  package static let model = ChipModel(
    "AK09916", addresses: [0x0C], identities: [.init(0x00, 0x48), .init(0x01, 0x09)])

  /// Registers of the register map.
  private enum Register {
    static let status: UInt8 = 0x10
    static let output: UInt8 = 0x11
    static let control2: UInt8 = 0x31
    static let control3: UInt8 = 0x32
  }

  /// Values of the register CNTL2.
  private enum Mode {
    static let powerDown: UInt8 = 0x00
    static let selfTest: UInt8 = 0x10
    static let continuous: [Double: UInt8] = [10: 0x02, 20: 0x04, 50: 0x06, 100: 0x08]
  }

  /// Half the time of a measurement, 7.2 ms, ns.
  private static let half: Int64 = 3_600_000

  private let connection: ChipConnection
  package let registers: Registers
  package var devices: [ChipDevice]
  private var clock: MeasurementClock

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    clock = MeasurementClock(rate: 100, at: connection.clock.now)
    // 0.15 µT per count.
    devices = [
      ChipDevice(
        "ak09916", channels: [.init("magn", isVector: true, scale: 0.0015)], rate: 100,
        rates: Mode.continuous.keys.sorted())
    ]
    try Self.model.check(registers)
    try registers.write(Register.control3, 0x01)
    try registers.wait(
      for: Register.control3, mask: 0x01, toBe: 0, microseconds: 10_000, "its reset")
    try start()
  }

  package var settings: [RegisterSetting] {
    [.init(Register.control2, Mode.continuous[devices[0].rate] ?? Mode.powerDown)]
  }

  package var interval: Int64 { Int64(0.5e9 / devices[0].rate) }

  /// Changes the mode, always by way of power-down.
  private func enter(_ mode: UInt8) throws(ChipError) {
    try registers.write(Register.control2, Mode.powerDown)
    connection.clock.wait(microseconds: 100)
    try registers.write(Register.control2, mode)
  }

  /// Measures continuously.
  package mutating func start() throws(ChipError) {
    try enter(Mode.continuous[devices[0].rate] ?? Mode.powerDown)
    clock.restart(rate: devices[0].rate, at: connection.clock.now)
  }

  /// The field in counts; `nil` if the sensor overflowed.
  ///
  /// Status 2 after the field ends the reading: without it the chip gives no further data.
  private func field() throws(ChipError) -> [Double]? {
    let bytes = try registers.read(Register.output, count: 8)
    guard bytes[7] & 0x08 == 0 else { return nil }
    return (0..<3).map { Double(bytes.littleEndian16(2 * $0)) }
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    let isReady = try registers.read(Register.status) & 0x01 != 0
    let times = try clock.times(of: isReady ? 1 : 0, at: now)
    guard let time = times.first, let field = try field() else { return }
    let counts = field.map { Int32(saturating: $0) }
    samples.append(
      ChipSample(
        device: 0, time: time - Self.half, counts: SIMD4(counts[0], counts[1], counts[2], 0)))
  }

  /// Measures the field of the internal coil.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    try enter(Mode.selfTest)
    try registers.wait(
      for: Register.status, mask: 0x01, toBe: 0x01, microseconds: 20_000, "its self-test")
    let field = try field()
    try start()
    return SelfTestResult(field: field, limits: [-200...200, -200...200, -1000 ... -200])
  }

  package mutating func stop() throws(ChipError) {
    try registers.write(Register.control2, Mode.powerDown)
  }
}
