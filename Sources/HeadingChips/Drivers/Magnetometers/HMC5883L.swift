import HeadingGeometry

/// Honeywell HMC5883L, a three-axis magnetometer.
///
/// Source: data sheet "3-Axis Digital Compass IC HMC5883L", form 900405. Each measurement begins with
/// a set and a reset pulse of its own. RDY is not cleared by a read, so that new values of the
/// continuous mode cannot be told from old ones: each measurement is started by the driver.
package struct HMC5883L: CheckedDriver {
  package static let model = ChipModel(
    "HMC5883L", addresses: [0x1E],
    identities: [.init(0x0A, 0x48), .init(0x0B, 0x34), .init(0x0C, 0x33)])

  private enum Register {
    static let configurationA: UInt8 = 0x00
    static let configurationB: UInt8 = 0x01
    static let mode: UInt8 = 0x02
    static let output: UInt8 = 0x03
    static let status: UInt8 = 0x09
  }

  /// The rates of the continuous mode, Hz; table 5.
  private static let rates = [0.75, 1.5, 3, 7.5, 15, 30, 75]

  /// Gauss per count for ±0.88, ±1.3, ±1.9, ±2.5, ±4.0, ±4.7, ±5.6 and ±8.1 G; table 9.
  private static let scales = [1370.0, 1090, 820, 660, 440, 390, 330, 230].map { 1 / $0 }

  /// Eight samples averaged, without bias.
  private static let averaging: UInt8 = 0x70

  /// Duration of a measurement, ns: 6 ms, and the rate limit of 160 Hz.
  private static let duration: Int64 = 6_250_000

  private let connection: ChipConnection
  package let registers: Registers
  private var started: Int64 = 0
  private var watch: MeasurementClock
  /// Measurements to drop: the first after a change of the gain has the old one.
  private var stale = 1
  package private(set) var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection)
    watch = MeasurementClock(rate: 75, at: connection.clock.now)
    devices = [
      ChipDevice(
        "hmc5883",
        channels: [
          .init("magn", isVector: true, scale: Self.scales[1], scales: Self.scales.sorted())
        ], rate: 75, rates: Self.rates)
    ]
    try Self.model.check(registers)
    try registers.write(Register.configurationA, Self.averaging)
    try setScale(Self.scales[1], ofChannel: 0, ofDevice: 0)
  }

  package var settings: [RegisterSetting] {
    let gain = Self.scales.firstIndex(of: devices[0].channels[0].scale) ?? 0
    return [
      .init(Register.configurationA, Self.averaging),
      .init(Register.configurationB, UInt8(gain) << 5),
    ]
  }

  package var interval: Int64 { Int64(1e9 / devices[0].rate) }

  private mutating func start() throws(ChipError) {
    try registers.write(Register.mode, 0x01)
    started = connection.clock.now
  }

  /// The counts of the last measurement; `nil` if an axis has overflowed.
  private func output() throws(ChipError) -> SIMD4<Int32>? {
    let bytes = try registers.read(Register.output, count: 6)
    // The order is x, z, y.
    let counts = SIMD4(bytes.bigEndian16(0), bytes.bigEndian16(4), bytes.bigEndian16(2), 0)
    // 12 bits; −4096 says that the axis has overflowed.
    return counts.min() >= -2048 && counts.max() <= 2047 ? counts : nil
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    try watch.check(at: now)
    guard now - started >= Self.duration, try registers.read(Register.status) & 0x01 != 0 else {
      return
    }
    let counts = try output()
    watch.deliver(at: now)
    if let counts, stale == 0 {
      samples.append(ChipSample(device: 0, time: started + Self.duration / 2, counts: counts))
    }
    stale = max(0, stale - 1)
    try start()
  }

  package mutating func setRate(_ rate: Double, ofDevice device: Int) throws(ChipError) {
    guard Self.rates.contains(rate) else { throw .unsupported("\(rate) Hz") }
    devices[0].rate = rate
    watch.restart(rate: rate, at: connection.clock.now)
  }

  package mutating func setScale(
    _ scale: Double, ofChannel channel: Int, ofDevice device: Int
  ) throws(ChipError) {
    guard channel == 0, let index = Self.scales.firstIndex(of: scale) else {
      throw .unsupported("this range")
    }
    try registers.write(Register.configurationB, UInt8(index) << 5)
    devices[0].channels[0].scale = scale
    stale = 1
    try start()
  }

  /// The bias current makes a field of about 1.1 G; 243 to 575 counts at a gain of 390 per gauss.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    try registers.write(Register.configurationA, Self.averaging | 0x01)
    try registers.write(Register.configurationB, 5 << 5)
    for _ in 0..<2 {
      try start()
      connection.clock.wait(microseconds: 10_000)
    }
    let counts = try output()
    try registers.write(Register.configurationA, Self.averaging)
    try setScale(devices[0].channels[0].scale, ofChannel: 0, ofDevice: 0)
    guard let counts else { return SelfTestResult(hasPassed: false, text: "an axis overflowed") }
    let hasPassed = (0..<3).allSatisfy { (243...575).contains(counts[$0]) }
    return SelfTestResult(
      hasPassed: hasPassed,
      text: "x \(counts.x), y \(counts.y), z \(counts.z) counts; limits 243 to 575")
  }

  package mutating func stop() throws(ChipError) { try registers.write(Register.mode, 0x03) }
}
