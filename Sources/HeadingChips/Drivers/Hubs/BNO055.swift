import HeadingGeometry

/// Bosch BNO055: accelerometer, magnetometer and gyroscope behind a microcontroller, read raw.
///
/// Source: data sheet BST-BNO055-DS000-14. Outputs have the axes of the placement P1, the default.
/// The microcontroller stretches the clock, for which a Raspberry Pi up to the 3 needs `i2c-gpio`.
package struct BNO055: RestartingDriver, CheckedDriver {
  package static let model = ChipModel(
    "BNO055", addresses: [0x28, 0x29],
    identities: [
      .init(0x00, 0xA0), .init(0x01, 0xFB), .init(0x02, 0x32), .init(0x03, 0x0F),
    ],
    // Page 1, by the accelerometer's setting after a reset, which is also this driver's, and by bits
    // that are reserved in those of the magnetometer and of the gyroscope.
    page: .init(
      selector: 0x07,
      identities: [
        .init(0x07, 0x01), .init(0x08, 0x0D), .init(0x09, 0, mask: 0x80),
        .init(0x0A, 0, mask: 0xC0),
      ]))

  private enum Register {
    static let page: UInt8 = 0x07
    static let output: UInt8 = 0x08
    static let temperature: UInt8 = 0x34
    static let selfTestResult: UInt8 = 0x36
    static let units: UInt8 = 0x3B
    static let operationMode: UInt8 = 0x3D
    static let trigger: UInt8 = 0x3F
    /// Page 1.
    static let accelerometer: UInt8 = 0x08
    /// Page 1.
    static let magnetometer: UInt8 = 0x09
    /// Page 1.
    static let gyroscope: UInt8 = 0x0A
  }

  private enum Mode {
    static let configuration: UInt8 = 0x00
    static let accelerometerMagnetometerGyroscope: UInt8 = 0x07
  }

  private static let magneticRates = [2.0, 6, 8, 10, 15, 20, 25, 30]

  /// rad/s per count for ±125, ±250, ±500, ±1000 and ±2000 °/s: raw values are 2^15 per range,
  /// whatever the unit (Linux, `drivers/iio/imu/bno055`).
  private static let gyroscopeScales = [125.0, 250, 500, 1000, 2000].map {
    $0 / 32768 * .pi / 180
  }

  private let connection: ChipConnection
  package let registers: Registers
  private var watch: MeasurementClock
  private var last: [UInt8] = []
  private var temperature: (time: Int64, count: Int32)?
  private var nextField: Int64 = 0
  package var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection)
    watch = MeasurementClock(rate: 100, at: connection.clock.now)
    let scales = Self.gyroscopeScales
    // 100 counts per m/s², 16 per µT; the microcontroller renews the outputs at 100 Hz.
    devices = [
      ChipDevice(
        "bno055-accel",
        channels: [.init("accel", isVector: true, scale: 0.01), .init("temp", scale: 1000)],
        rate: 100, rates: [100]),
      ChipDevice(
        "bno055-gyro",
        channels: [.init("anglvel", isVector: true, scale: scales[3], scales: scales)],
        rate: 100, rates: [100]),
      ChipDevice(
        "bno055-magn", channels: [.init("magn", isVector: true, scale: 1 / 1600.0)],
        rate: 30, rates: Self.magneticRates),
    ]
    try Self.model.check(registers)
    try registers.write(Register.trigger, 0x20)
    try waitForStart()
    try start()
  }

  /// The chip does not answer for 650 ms after a reset.
  private func waitForStart() throws(ChipError) {
    connection.clock.wait(microseconds: 650_000)
    for _ in 0..<25 {
      do throws(ChipError) {
        try Self.model.check(registers)
        return
      } catch .bus(.gone) {
        throw .bus(.gone)
      } catch {
        connection.clock.wait(microseconds: 20_000)
      }
    }
    throw .notReady("its reset")
  }

  private func setMode(_ mode: UInt8) throws(ChipError) {
    try registers.write(Register.operationMode, mode)
    connection.clock.wait(microseconds: 20_000)
  }

  /// Writes the settings, which only the configuration mode takes, and starts the sensors.
  package mutating func start() throws(ChipError) {
    try setMode(Mode.configuration)
    // m/s² and °C; the other units are those of the fusion.
    try registers.write(Register.units, 0x00)
    try registers.write(Register.page, 1)
    // ±4 g, bandwidth 62.5 Hz.
    try registers.write(Register.accelerometer, 0x0D)
    // Enhanced regular preset, normal power.
    try registers.write(Register.magnetometer, 0x10 | UInt8(rateIndex(of: 2)))
    // Bandwidth 47 Hz; the widest range is 0.
    try registers.write(Register.gyroscope, 0x18 | (4 - UInt8(range(of: 1))))
    try registers.write(Register.page, 0)
    try setMode(Mode.accelerometerMagnetometerGyroscope)
    let now = connection.clock.now
    watch.deliver(at: now)
    nextField = now + Int64(1e9 / devices[2].rate)
  }

  package var settings: [RegisterSetting] {
    [
      .init(Register.operationMode, Mode.accelerometerMagnetometerGyroscope, mask: 0x0F),
      .init(Register.units, 0x00, mask: 0x97),
      .init(Register.accelerometer, 0x0D, bank: 1),
      .init(Register.magnetometer, 0x10 | UInt8(rateIndex(of: 2)), mask: 0x7F, bank: 1),
      .init(Register.gyroscope, 0x18 | (4 - UInt8(range(of: 1))), mask: 0x3F, bank: 1),
    ]
  }

  package func value(of setting: RegisterSetting) throws(ChipError) -> UInt8 {
    guard setting.bank > 0 else { return try registers.read(setting.register) }
    try registers.write(Register.page, setting.bank)
    let value = try registers.read(setting.register)
    try registers.write(Register.page, 0)
    return value
  }

  package var interval: Int64 { 10_000_000 }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    try watch.check(at: now)
    let bytes = try registers.read(Register.output, count: 18)
    // There is no data-ready, but noise changes each measurement. All outputs are 0 in the
    // configuration mode, also after a reset of the chip, and 0xFF without a chip.
    let isData = bytes.contains { $0 != 0 } && bytes.contains { $0 != 0xFF }
    guard isData, bytes != last else { return }
    last = bytes
    watch.deliver(at: now)
    if temperature.map({ now - $0.time >= 1_000_000_000 }) ?? true {
      let count = Int8(bitPattern: try registers.read(Register.temperature))
      temperature = (now, Int32(count))
    }
    // The outputs are up to a period old.
    let time = now - interval / 2
    let acceleration = Self.vector(bytes, 0, temperature?.count ?? 0)
    if Self.magnitude(acceleration) < 3920 {
      samples.append(ChipSample(device: 0, time: time, counts: acceleration))
    }
    let rate = Self.vector(bytes, 12, 0)
    if Self.magnitude(rate) < 32767 {
      samples.append(ChipSample(device: 1, time: time, counts: rate))
    }
    try readField(bytes, now, into: &samples)
  }

  private mutating func readField(
    _ bytes: [UInt8], _ now: Int64, into samples: inout [ChipSample]
  ) throws(ChipError) {
    guard now >= nextField else { return }
    let period = Int64(1e9 / devices[2].rate)
    nextField = max(nextField + period, now)
    let field = Self.vector(bytes, 6, 0)
    guard Self.magnitude(field) < 32767 else { return }
    // On average half a period old; a measurement of the preset takes 17 ms.
    samples.append(ChipSample(device: 2, time: now - period / 2 - 8_500_000, counts: field))
  }

  private static func vector(_ bytes: [UInt8], _ index: Int, _ last: Int32) -> SIMD4<Int32> {
    SIMD4(
      bytes.littleEndian16(index), bytes.littleEndian16(index + 2),
      bytes.littleEndian16(index + 4), last)
  }

  /// The greatest magnitude of the components; those at the end of the range have overflowed.
  private static func magnitude(_ counts: SIMD4<Int32>) -> Int32 {
    max(abs(counts.x), abs(counts.y), abs(counts.z))
  }

  /// The chip tests its sensors and its microcontroller by itself; a bit each.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    try setMode(Mode.configuration)
    try registers.write(Register.trigger, 0x01)
    connection.clock.wait(microseconds: 500_000)
    let result = try registers.read(Register.selfTestResult) & 0x0F
    try start()
    let parts = ["accelerometer", "magnetometer", "gyroscope", "microcontroller"]
    let failed = parts.indices.filter { result & 1 << UInt8($0) == 0 }.map { parts[$0] }
    return SelfTestResult(
      hasPassed: failed.isEmpty,
      text: failed.isEmpty ? "all parts passed" : "failed: \(failed.joined(separator: ", "))")
  }

  package mutating func stop() throws(ChipError) { try setMode(Mode.configuration) }
}
