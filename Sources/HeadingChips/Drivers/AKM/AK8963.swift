import HeadingGeometry

/// AKM AK8963, a three-axis magnetometer, alone or in the MPU-9250.
///
/// Source: AK8963 data sheet, MS1356-E-02.
package struct AK8963: RestartingDriver, CheckedDriver {
  package static let model = ChipModel(
    "AK8963", addresses: [0x0C, 0x0D, 0x0E, 0x0F], identities: [.init(0x00, 0x48)])

  /// Registers of the register map.
  private enum Register {
    static let information: UInt8 = 0x01
    static let status: UInt8 = 0x02
    static let output: UInt8 = 0x03
    static let control: UInt8 = 0x0A
    static let control2: UInt8 = 0x0B
    static let selfTest: UInt8 = 0x0C
    static let adjustment: UInt8 = 0x10
  }

  /// Values of the register CNTL1, with 16-bit output.
  private enum Mode {
    static let powerDown: UInt8 = 0x10
    static let selfTest: UInt8 = 0x18
    static let fuseAccess: UInt8 = 0x1F
    static let continuous: [Double: UInt8] = [8: 0x12, 100: 0x16]
  }

  /// Second identity of other magnetometers with the same first: AK09912, AK09911, AK09916.
  private static let others: Set<UInt8> = [0x04, 0x05, 0x09]

  /// Half the time of a measurement, 7.2 ms, ns.
  private static let half: Int64 = 3_600_000

  private let connection: ChipConnection
  package let registers: Registers
  package var devices: [ChipDevice]
  private var clock: MeasurementClock
  private var factors = [1.0, 1, 1]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    clock = MeasurementClock(rate: 100, at: connection.clock.now)
    // 0.15 µT per count.
    devices = [
      ChipDevice(
        "ak8963", channels: [.init("magn", isVector: true, scale: 0.0015)], rate: 100,
        rates: [8, 100])
    ]
    try Self.model.check(registers)
    let information = try registers.read(Register.information)
    guard !Self.others.contains(information) else {
      throw .wrongIdentity("48 0" + String(information, radix: 16))
    }
    try registers.write(Register.control2, 0x01)
    try registers.wait(
      for: Register.control2, mask: 0x01, toBe: 0, microseconds: 10_000, "its reset")
    try enter(Mode.fuseAccess)
    // By the data sheet: H · ((ASA − 128) · 0.5 / 128 + 1).
    factors = try registers.read(Register.adjustment, count: 3).map { 1 + (Double($0) - 128) / 256 }
    try start()
  }

  package var settings: [RegisterSetting] {
    [.init(Register.control, Mode.continuous[devices[0].rate] ?? Mode.powerDown)]
  }

  package var interval: Int64 { Int64(0.5e9 / devices[0].rate) }

  /// Changes the mode, always by way of power-down.
  private func enter(_ mode: UInt8) throws(ChipError) {
    try registers.write(Register.control, Mode.powerDown)
    connection.clock.wait(microseconds: 100)
    try registers.write(Register.control, mode)
    connection.clock.wait(microseconds: 100)
  }

  /// Measures continuously.
  package mutating func start() throws(ChipError) {
    try enter(Mode.continuous[devices[0].rate] ?? Mode.powerDown)
    clock.restart(rate: devices[0].rate, at: connection.clock.now)
  }

  /// The adjusted field in counts; `nil` if the sensor overflowed.
  ///
  /// Status 2 after the field ends the reading: without it the chip gives no further data.
  private func field() throws(ChipError) -> [Double]? {
    let bytes = try registers.read(Register.output, count: 7)
    guard bytes[6] & 0x08 == 0 else { return nil }
    return (0..<3).map { factors[$0] * Double(bytes.littleEndian16(2 * $0)) }
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    let isReady = try registers.read(Register.status) & 0x01 != 0
    let times = try clock.times(of: isReady ? 1 : 0, at: now)
    guard let time = times.first, let field = try field() else { return }
    let counts = field.map { min(max(Int32(saturating: $0), -32_768), 32_767) }
    samples.append(
      ChipSample(
        device: 0, time: time - Self.half, counts: SIMD4(counts[0], counts[1], counts[2], 0)))
  }

  /// Measures the field of the internal coil.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    try registers.write(Register.control, Mode.powerDown)
    try registers.write(Register.selfTest, 0x40)
    try enter(Mode.selfTest)
    try registers.wait(
      for: Register.status, mask: 0x01, toBe: 0x01, microseconds: 20_000, "its self-test")
    let field = try field()
    try registers.write(Register.selfTest, 0x00)
    try start()
    return SelfTestResult(
      field: field, limits: [-200...200, -200...200, -3200 ... -800])
  }

  package mutating func stop() throws(ChipError) {
    try registers.write(Register.control, Mode.powerDown)
  }
}
