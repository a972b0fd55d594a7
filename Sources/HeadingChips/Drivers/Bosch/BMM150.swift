import HeadingGeometry

/// Bosch BMM150, a three-axis magnetometer.
///
/// Source: data sheet BST-BMM150-DS001; compensation from Bosch's `BMM150_SensorAPI`.
package struct BMM150: RestartingDriver, CheckedDriver {
  /// The chip sleeps after power-on, and all registers but 0x4B are then read as zero: both the
  /// identity 0x32 and zero are accepted where nothing is written.
  package static let model = ChipModel(
    "BMM150", addresses: [0x10, 0x11, 0x12, 0x13],
    identities: [.init(0x40, 0x00, mask: 0xCD), .init(0x4B, 0x00, mask: 0xFE)])

  /// Registers of the register map.
  private enum Register {
    static let identity: UInt8 = 0x40
    static let output: UInt8 = 0x42
    static let power: UInt8 = 0x4B
    static let mode: UInt8 = 0x4C
    static let repetitions: UInt8 = 0x51
    static let trim: UInt8 = 0x5D
  }

  /// Settings of the rates in normal mode, Hz.
  private static let codes: [Double: UInt8] = [
    2: 1, 6: 2, 8: 3, 10: 0, 15: 4, 20: 5, 25: 6, 30: 7,
  ]

  /// Enhanced regular preset: 15 repetitions of x and y, 27 of z, for up to 30 Hz.
  private static let repetitions: [UInt8] = [7, 26]

  /// Half the time of a measurement: 145 µs · 15 + 500 µs · 27 + 980 µs, ns.
  private static let half: Int64 = 8_327_500

  private let connection: ChipConnection
  package let registers: Registers
  package var devices: [ChipDevice]
  private var clock: MeasurementClock
  private var trim: BMM150Trim

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    clock = MeasurementClock(rate: 30, at: connection.clock.now)
    // 1/16 µT per count.
    devices = [
      ChipDevice(
        "bmm150_magn", channels: [.init("magn", isVector: true, scale: 0.000_625, bits: 24)],
        rate: 30, rates: Self.codes.keys.sorted())
    ]
    trim = BMM150Trim([UInt8](repeating: 0, count: BMM150Trim.count))
    try Self.model.check(registers)
    try wake()
    trim = BMM150Trim(try registers.read(Register.trim, count: BMM150Trim.count))
    guard trim.isValid else { throw .badData("its calibration") }
    // Soft reset of the settings.
    try registers.write(Register.power, 0x83)
    connection.clock.wait(microseconds: 3000)
    try wake()
    try start()
  }

  package var settings: [RegisterSetting] {
    [
      .init(Register.power, 0x01, mask: 0x01),
      .init(Register.mode, (Self.codes[devices[0].rate] ?? 7) << 3, mask: 0x3E),
      .init(Register.repetitions, Self.repetitions[0]),
      .init(Register.repetitions + 1, Self.repetitions[1]),
    ]
  }

  package var interval: Int64 { Int64(0.5e9 / devices[0].rate) }

  private func wake() throws(ChipError) {
    try registers.write(Register.power, 0x01)
    connection.clock.wait(microseconds: 3000)
    let identity = try registers.read(Register.identity)
    guard identity == 0x32 else {
      throw .wrongIdentity(
        (identity < 16 ? "0" : "") + String(identity, radix: 16, uppercase: true))
    }
  }

  package mutating func start() throws(ChipError) {
    try registers.write(Register.repetitions, Self.repetitions)
    try registers.write(Register.mode, (Self.codes[devices[0].rate] ?? 7) << 3)
    // A measurement from before is not taken for a new one.
    _ = try registers.read(Register.output, count: 8)
    clock.restart(rate: devices[0].rate, at: connection.clock.now)
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    let bytes = try registers.read(Register.output, count: 8)
    let times = try clock.times(of: Int(bytes[6] & 0x01), at: now)
    guard let time = times.first, let field = trim.field(bytes) else { return }
    let counts = field.map { Int32(saturating: 16 * $0) }
    samples.append(
      ChipSample(
        device: 0, time: time - Self.half, counts: SIMD4(counts[0], counts[1], counts[2], 0)))
  }

  /// Has the chip test its signal path, and measures the field of the coil on z.
  ///
  /// Source of the limits: Bosch's `BMM150_SensorAPI`.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    // Sleep mode, self-test.
    try registers.write(Register.mode, 0x06)
    try registers.write(Register.mode, 0x07)
    try registers.wait(
      for: Register.mode, mask: 0x01, toBe: 0, microseconds: 20_000, "its self-test")
    let bytes = try registers.read(Register.output, count: 6)
    let areFine = [0, 2, 4].map { bytes[$0] & 0x01 != 0 }
    // Forced mode with a current in one direction and the other.
    try registers.write(Register.repetitions, 0, 4)
    var fields: [Double] = []
    for setting in [0xC2, 0x82] as [UInt8] {
      try registers.write(Register.mode, setting)
      try registers.wait(
        for: Register.mode, mask: 0x06, toBe: 0x06, microseconds: 20_000, "its self-test")
      guard let field = trim.field(try registers.read(Register.output, count: 8)) else {
        throw .badData("an overflow in the self-test")
      }
      fields.append(field[2])
    }
    try start()
    let axes = zip(["x", "y", "z"], areFine).map { "\($0) \($1 ? "passed" : "failed")" }
    return SelfTestResult(
      hasPassed: !areFine.contains(false), text: axes.joined(separator: ", "))
      + SelfTestResult(["coil"], [fields[0] - fields[1]], [180...240], unit: "µT")
  }

  package mutating func stop() throws(ChipError) { try registers.write(Register.power, 0x00) }
}
