import HeadingGeometry

/// InvenSense ICM-20948: accelerometer and gyroscope, with an AK09916 in the package.
///
/// Both sensors go through the FIFO at a common rate. The auxiliary bus is connected to the main one,
/// so that the magnetometer answers at its own address. The data sheet states no delay of the filters.
///
/// Source: data sheet DS-000189, register map of the banks 0 to 3 and figures of the axes.
package struct ICM20948: RestartingDriver, CheckedDriver {
  package static let model = ChipModel(
    "ICM-20948", addresses: [0x68, 0x69], identities: [.init(0x00, 0xEA)],
    // Bank 2, by the bits that are reserved there.
    page: .init(
      selector: 0x7F,
      identities: [
        .init(0x7F, 0x20), .init(0x02, 0, mask: 0xC0), .init(0x09, 0, mask: 0xFE),
        .init(0x10, 0, mask: 0xF0), .init(0x14, 0, mask: 0xC0), .init(0x15, 0, mask: 0xE0),
      ]))

  /// Registers of bank 0.
  private enum Register {
    static let userControl: UInt8 = 0x03
    static let power: UInt8 = 0x06
    static let pins: UInt8 = 0x0F
    static let interrupts: UInt8 = 0x12
    static let overflow: UInt8 = 0x1B
    static let output: UInt8 = 0x2D
    static let fifoEnable: UInt8 = 0x67
    static let fifoReset: UInt8 = 0x68
    static let fifoMode: UInt8 = 0x69
    static let fifoCount: UInt8 = 0x70
    static let fifoData: UInt8 = 0x72
    static let bank: UInt8 = 0x7F
  }

  /// Registers of bank 1.
  private enum FactoryRegister {
    static let gyroscope: UInt8 = 0x02
    static let accelerometer: UInt8 = 0x0E
  }

  /// Registers of bank 2.
  private enum SettingsRegister {
    static let gyroscope: UInt8 = 0x00
    static let alignment: UInt8 = 0x09
    static let accelerometerDivider: UInt8 = 0x10
    static let accelerometer: UInt8 = 0x14
  }

  /// Dividers of 1125 Hz; a bus with 100 kHz carries the samples.
  private static let dividers: [UInt8] = [224, 124, 74, 44, 24, 19, 14, 9, 8, 4, 2]
  private static let rates = dividers.map { 1125 / (Double($0) + 1) }

  private let connection: ChipConnection
  package let registers: Registers
  package var devices: [ChipDevice]
  private var clock: MeasurementClock
  private var fifo = MotionFIFO(
    count: Register.fifoCount, data: Register.fifoData, capacity: 512, status: Register.overflow,
    overflow: 0x1F)

  /// The AK09916's x is the package's, its y and z are reversed.
  package static let companions = [
    ChipCompanion(AK09916.self, address: 0x0C, axes: Matrix3(diagonal: Vector3(1, -1, -1)))
  ]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    clock = MeasurementClock(rate: 112.5, at: connection.clock.now)
    let temperature = ChipDevice.Channel("temp", scale: 1000 / 333.87, offset: 21 * 333.87)
    devices = [
      ChipDevice(
        "icm20948-accel",
        channels: [
          .init(
            "accel", isVector: true, scale: MPUTables.accelerometerScales[1],
            scales: MPUTables.accelerometerScales), temperature,
        ], rate: 112.5, rates: Self.rates),
      ChipDevice(
        "icm20948-gyro",
        channels: [
          .init(
            "anglvel", isVector: true, scale: MPUTables.gyroscopeScales[1],
            scales: MPUTables.gyroscopeScales), temperature,
        ], rate: 112.5, rates: Self.rates),
    ]
    try Self.model.check(registers)
    try registers.write(Register.power, 0x80)
    connection.clock.wait(microseconds: 100_000)
    try registers.wait(
      for: Register.power, mask: 0x80, toBe: 0, microseconds: 100_000, "its reset")
    // Awake, with the gyroscope's oscillator, which is the more exact one.
    try registers.write(Register.power, 0x01, 0x00)
    connection.clock.wait(microseconds: 35_000)
    try start()
  }

  /// At most a hundred times a second, or twice a sample.
  package var interval: Int64 { max(5_000_000, Int64(0.5e9 / devices[0].rate)) }

  /// Runs with another bank of registers and returns to bank 0, in which the identity is.
  ///
  /// After an error the return is tried again, because the chip would not be recognized in another
  /// bank.
  private func withBank<Result>(
    _ bank: UInt8, _ body: () throws(ChipError) -> Result
  ) throws(ChipError) -> Result {
    do throws(ChipError) {
      try registers.write(Register.bank, bank << 4)
      let result = try body()
      try registers.write(Register.bank, 0)
      return result
    } catch {
      for _ in 0..<3 where (try? registers.write(Register.bank, 0)) != nil { break }
      throw error
    }
  }

  /// Sets rate, filters and ranges and empties the FIFO.
  package mutating func start() throws(ChipError) {
    try configure(
      divider: Self.dividers[rateIndex(of: 0)], filter: filter,
      gyroscope: UInt8(range(of: 1)), accelerometer: UInt8(range(of: 0)), excited: false)
    try registers.write(Register.pins, 0x02)
    // The status tells an overflow only if its interrupt is enabled.
    try registers.write(Register.interrupts, 0x1F)
    try emptyFIFO()
  }

  private var filter: UInt8 {
    // Settings 2 to 6 are about 119, 51, 24, 12 and 6 Hz, 1 is 152 Hz and 246 Hz.
    let bandwidths = [152.0, 119, 51, 24, 12, 6]
    let index = bandwidths.firstIndex { $0 <= devices[0].rate / 2 } ?? bandwidths.count - 1
    return UInt8(index + 1)
  }

  /// With the bits that are not reserved.
  package var settings: [RegisterSetting] {
    let divider = Self.dividers[rateIndex(of: 0)]
    return [
      .init(Register.userControl, 0x40, mask: 0xF0), .init(Register.power, 0x01, mask: 0xEF),
      .init(Register.power + 1, 0x00, mask: 0x3F), .init(Register.pins, 0x02, mask: 0xFE),
      .init(Register.interrupts, 0x1F, mask: 0x1F), .init(Register.fifoEnable, 0x1F, mask: 0x1F),
      .init(Register.fifoMode, 0x1F, mask: 0x1F),
      .init(SettingsRegister.gyroscope, divider, bank: 2),
      .init(
        SettingsRegister.gyroscope + 1, filter << 3 | UInt8(range(of: 1)) << 1 | 1, mask: 0x3F,
        bank: 2),
      .init(SettingsRegister.gyroscope + 2, 0, mask: 0x3F, bank: 2),
      .init(SettingsRegister.alignment, 0x01, mask: 0x01, bank: 2),
      .init(SettingsRegister.accelerometerDivider, 0, mask: 0x0F, bank: 2),
      .init(SettingsRegister.accelerometerDivider + 1, divider, bank: 2),
      .init(
        SettingsRegister.accelerometer, filter << 3 | UInt8(range(of: 0)) << 1 | 1, mask: 0x3F,
        bank: 2),
      .init(SettingsRegister.accelerometer + 1, 0, mask: 0x1F, bank: 2),
    ]
  }

  package func value(of setting: RegisterSetting) throws(ChipError) -> UInt8 {
    guard setting.bank > 0 else { return try registers.read(setting.register) }
    return try withBank(setting.bank) { () throws(ChipError) in
      try registers.read(setting.register)
    }
  }

  private func configure(
    divider: UInt8, filter: UInt8, gyroscope: UInt8, accelerometer: UInt8, excited: Bool
  ) throws(ChipError) {
    try registers.write(Register.fifoEnable, 0x00)
    try registers.write(Register.userControl, 0x00)
    try withBank(2) { () throws(ChipError) in
      try registers.write(
        SettingsRegister.gyroscope, divider, filter << 3 | gyroscope << 1 | 1, excited ? 0x38 : 0)
      try registers.write(SettingsRegister.accelerometerDivider, 0, divider)
      try registers.write(
        SettingsRegister.accelerometer, filter << 3 | accelerometer << 1 | 1, excited ? 0x1C : 0)
      // Both sensors sample at the same time.
      try registers.write(SettingsRegister.alignment, 0x01)
    }
  }

  private mutating func emptyFIFO() throws(ChipError) {
    try registers.write(Register.fifoEnable, 0x00)
    // The FIFO keeps its oldest samples when full, so that they stay aligned.
    try registers.write(Register.fifoMode, 0x1F)
    try registers.write(Register.fifoReset, 0x1F)
    try registers.write(Register.fifoReset, 0x00)
    try fifo.clear(registers)
    try registers.write(Register.userControl, 0x40)
    try registers.write(Register.fifoEnable, 0x1F)
    clock.restart(rate: devices[0].rate, at: connection.clock.now)
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    guard let frames = try fifo.read(registers) else { return try emptyFIFO() }
    let times = try clock.times(of: frames.count, at: now)
    for (time, frame) in zip(times, frames) {
      let temperature = frame.bigEndian16(12)
      for (device, offset) in [0, 6].enumerated() {
        samples.append(
          ChipSample(
            device: device, time: time,
            counts: SIMD4(
              frame.bigEndian16(offset), frame.bigEndian16(offset + 2),
              frame.bigEndian16(offset + 4), temperature)))
      }
    }
  }

  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    try configure(divider: 0, filter: 2, gyroscope: 0, accelerometer: 0, excited: false)
    let rest = try average()
    try configure(divider: 0, filter: 2, gyroscope: 0, accelerometer: 0, excited: true)
    let excited = try average()
    let codes = try withBank(1) { () throws(ChipError) in
      try registers.read(FactoryRegister.accelerometer, count: 3)
        + registers.read(FactoryRegister.gyroscope, count: 3)
    }
    try start()
    return InvenSenseSelfTest.result(
      change: zip(excited, rest).map { $0 - $1 }, rest: Array(rest[3...]), codes: codes)
  }

  /// Mean counts of 200 samples after settling: accelerometer x, y, z, gyroscope x, y, z.
  private func average() throws(ChipError) -> [Double] {
    connection.clock.wait(microseconds: 50_000)
    var sums = [Double](repeating: 0, count: 6)
    for _ in 0..<200 {
      connection.clock.wait(microseconds: 1000)
      let bytes = try registers.read(Register.output, count: 12)
      for index in sums.indices { sums[index] += Double(bytes.bigEndian16(2 * index)) / 200 }
    }
    return sums
  }

  package mutating func stop() throws(ChipError) { try registers.write(Register.power, 0x40) }
}
