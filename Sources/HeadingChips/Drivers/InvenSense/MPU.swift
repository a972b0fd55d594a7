import HeadingGeometry

/// InvenSense MPU-6050 family: accelerometer and gyroscope.
///
/// Both sensors go through the FIFO, whose sample rate they share. The auxiliary bus is connected to
/// the main one, so that a magnetometer behind it answers at its own address.
///
/// Source: register maps RM-MPU-6000A-00 and RM-MPU-9250A-00, which agree in what is used here.
package struct MPU<Variant: MPUVariant>: RestartingDriver, CheckedDriver {
  package static var model: ChipModel { Variant.model }
  package static var companions: [ChipCompanion] { Variant.companions }

  private let connection: ChipConnection
  package let registers: Registers
  package var devices: [ChipDevice]
  private var clock: MeasurementClock
  private var fifo = MotionFIFO(
    count: MPURegister.fifoCount, data: MPURegister.fifoData, capacity: Variant.capacity,
    status: MPURegister.interruptStatus, overflow: 0x10)
  private var last: [Int64] = [0, 0]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Variant.model.addressing)
    clock = MeasurementClock(rate: 100, at: connection.clock.now)
    let temperature = ChipDevice.Channel(
      "temp", scale: 1000 / Variant.countsPerDegree,
      offset: Variant.zeroTemperature * Variant.countsPerDegree)
    devices = [
      ChipDevice(
        Variant.name + "-accel",
        channels: [
          .init(
            "accel", isVector: true, scale: MPUTables.accelerometerScales[1],
            scales: MPUTables.accelerometerScales), temperature,
        ], rate: 100, rates: MPUTables.rates),
      ChipDevice(
        Variant.name + "-gyro",
        channels: [
          .init(
            "anglvel", isVector: true, scale: MPUTables.gyroscopeScales[1],
            scales: MPUTables.gyroscopeScales), temperature,
        ], rate: 100, rates: MPUTables.rates),
    ]
    try Variant.model.check(registers)
    try registers.write(MPURegister.power, 0x80)
    connection.clock.wait(microseconds: 100_000)
    try registers.wait(
      for: MPURegister.power, mask: 0x80, toBe: 0, microseconds: 100_000, "its reset")
    // Awake, with the gyroscope's oscillator, which is the more exact one.
    try registers.write(MPURegister.power, 0x01, 0x00)
    connection.clock.wait(microseconds: 35_000)
    try start()
  }

  /// At most a hundred times a second, or twice a sample.
  package var interval: Int64 { max(5_000_000, Int64(0.5e9 / devices[0].rate)) }

  private var divider: UInt8 { UInt8(MPUTables.clock / devices[0].rate - 1) }

  private var filter: UInt8 { MPUTables.filter(rate: devices[0].rate) }

  /// Sets rate, filter and ranges and empties the FIFO.
  package mutating func start() throws(ChipError) {
    try configure(
      divider: divider, filter: filter,
      gyroscope: UInt8(range(of: 1)) << 3, accelerometer: UInt8(range(of: 0)) << 3)
    // The status tells an overflow only if its interrupt is enabled.
    try registers.write(MPURegister.pins, 0x02, 0x10)
    try emptyFIFO()
  }

  private func configure(
    divider: UInt8, filter: UInt8, gyroscope: UInt8, accelerometer: UInt8
  ) throws(ChipError) {
    try registers.write(MPURegister.fifoEnable, 0x00)
    try registers.write(MPURegister.userControl, 0x00)
    try registers.write(
      MPURegister.divider, divider, Self.stop | filter, gyroscope, accelerometer)
    if Variant.hasAccelerometerFilter {
      try registers.write(MPURegister.accelerometerFilter, filter)
    }
  }

  /// The FIFO keeps its oldest samples when full where it can, so that they stay aligned.
  private static var stop: UInt8 { Variant.hasAccelerometerFilter ? 0x40 : 0 }

  package var settings: [RegisterSetting] {
    let filters: [RegisterSetting] =
      Variant.hasAccelerometerFilter
      ? [.init(MPURegister.accelerometerFilter, filter, mask: 0x0F)] : []
    return filters + [
      .init(MPURegister.divider, divider),
      .init(MPURegister.divider + 1, Self.stop | filter, mask: 0x7F),
      .init(MPURegister.divider + 2, UInt8(range(of: 1)) << 3),
      .init(MPURegister.divider + 3, UInt8(range(of: 0)) << 3),
      .init(MPURegister.fifoEnable, 0xF8), .init(MPURegister.pins, 0x02),
      .init(MPURegister.pins + 1, 0x10), .init(MPURegister.userControl, 0x40),
      .init(MPURegister.power, 0x01), .init(MPURegister.power + 1, 0x00),
    ]
  }

  private mutating func emptyFIFO() throws(ChipError) {
    try registers.write(MPURegister.fifoEnable, 0x00)
    try registers.write(MPURegister.userControl, 0x04)
    try fifo.clear(registers)
    try registers.write(MPURegister.userControl, 0x40)
    try registers.write(MPURegister.fifoEnable, 0xF8)
    clock.restart(rate: devices[0].rate, at: connection.clock.now)
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    guard let frames = try fifo.read(registers) else { return try emptyFIFO() }
    let times = try clock.times(of: frames.count, at: now)
    let index = Int(filter) - 1
    let delays = [Variant.delays.accelerometer[index], Variant.delays.gyroscope[index]]
    for (time, frame) in zip(times, frames) {
      let temperature = frame.bigEndian16(6)
      for (device, offset) in [0, 8].enumerated() {
        // A longer delay of another filter does not take the times back.
        last[device] = max(last[device] &+ 1, time &- delays[device] &* 1000)
        samples.append(
          ChipSample(
            device: device, time: last[device],
            counts: SIMD4(
              frame.bigEndian16(offset), frame.bigEndian16(offset + 2),
              frame.bigEndian16(offset + 4), temperature)))
      }
    }
  }

  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    let range = Variant.selfTestRange << 3
    try configure(divider: 0, filter: 2, gyroscope: 0, accelerometer: range)
    let rest = try average()
    try configure(divider: 0, filter: 2, gyroscope: 0xE0, accelerometer: 0xE0 | range)
    let excited = try average()
    let result = try Variant.judge(
      change: zip(excited, rest).map { $0 - $1 }, rest: Array(rest[3...]), registers)
    try start()
    return result
  }

  /// Mean counts of 200 samples after settling: accelerometer x, y, z, gyroscope x, y, z.
  private func average() throws(ChipError) -> [Double] {
    connection.clock.wait(microseconds: 50_000)
    var sums = [Double](repeating: 0, count: 6)
    for _ in 0..<200 {
      connection.clock.wait(microseconds: 1000)
      let bytes = try registers.read(MPURegister.output, count: 14)
      for (index, offset) in [0, 2, 4, 8, 10, 12].enumerated() {
        sums[index] += Double(bytes.bigEndian16(offset)) / 200
      }
    }
    return sums
  }

  package mutating func stop() throws(ChipError) { try registers.write(MPURegister.power, 0x40) }
}
