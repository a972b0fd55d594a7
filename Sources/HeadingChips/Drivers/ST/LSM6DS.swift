import HeadingGeometry

/// Driver of ST's accelerometers with gyroscopes LSM6DS3, LSM6DSL, LSM6DSO and their kin.
///
/// Both sensors share a rate, so that the FIFO holds them in pairs. The figure of axes ("Pin
/// connections" of each data sheet, x and y along the sides, z out of the top) shows the same
/// right-handed axes for both, which are those of the package. Sources: the data sheets of the
/// parts, and for the order of the FIFO the application notes AN4650 and AN5192 and Linux
/// (`st_lsm6dsx_buffer.c`).
package struct LSM6DS<Part: LSM6DSPart>: RestartingDriver, CheckedDriver {
  package static var model: ChipModel {
    ChipModel(
      Part.name, buses: [.i2c, .spi], addresses: [0x6A, 0x6B],
      identities: [.init(0x0F, Part.identity)])
  }

  private let connection: ChipConnection
  package let registers: Registers
  private var clocks: [MeasurementClock]
  package var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    clocks = [MeasurementClock](
      repeating: MeasurementClock(rate: 104, at: connection.clock.now), count: 2)
    let (acceleration, rate) = (LSM6DSRanges.accelerations, LSM6DSRanges.rates)
    devices = [
      ChipDevice(
        Part.prefix + "_accel",
        channels: [
          .init("accel", isVector: true, scale: acceleration[1], scales: acceleration)
        ], rate: 104, rates: LSM6DSRanges.outputRates),
      ChipDevice(
        Part.prefix + "_gyro",
        channels: [
          .init("anglvel", isVector: true, scale: rate[1], scales: rate),
          .init(
            "temp", scale: 1000 / Part.countsPerDegree, offset: 25 * Part.countsPerDegree),
        ], rate: 104, rates: LSM6DSRanges.outputRates),
    ]
    try Self.model.check(registers)
    try registers.write(LSM6DSRegister.control3, 0x05)
    try registers.wait(
      for: LSM6DSRegister.control3, mask: 0x01, toBe: 0, microseconds: 10_000, "its reset")
    try start()
  }

  /// Writes every setting: both bytes of a value of one measurement, increment of the address,
  /// rate, ranges, FIFO.
  package mutating func start() throws(ChipError) {
    try registers.write(LSM6DSRegister.control3, 0x44)
    try registers.write(LSM6DSRegister.control5, 0x00)
    let code = UInt8(rateIndex(of: 0) + 1) << 4
    try registers.write(
      LSM6DSRegister.control1, code | LSM6DSRanges.accelerationCodes[range(of: 0)])
    try registers.write(LSM6DSRegister.control2, code | UInt8(range(of: 1)) << 2)
    try clear()
  }

  /// Empties the FIFO and starts it again.
  private mutating func clear() throws(ChipError) {
    for index in clocks.indices {
      clocks[index].restart(rate: devices[index].rate, at: connection.clock.now)
    }
    let code = UInt8(rateIndex(of: 0) + 1)
    if Part.hasTags {
      try registers.write(LSM6DSRegister.taggedFIFOMode, 0x00)
      try registers.write(LSM6DSRegister.taggedFIFORates, code << 4 | code)
      try registers.write(LSM6DSRegister.taggedFIFOMode, 0x06)
    } else {
      try registers.write(LSM6DSRegister.fifoMode, 0x00)
      try registers.write(LSM6DSRegister.fifoSensors, 0x09)
      try registers.write(LSM6DSRegister.fifoMode, code << 3 | 0x06)
    }
  }

  package var settings: [RegisterSetting] {
    let code = UInt8(rateIndex(of: 0) + 1)
    let fifo: [RegisterSetting] =
      Part.hasTags
      ? [
        .init(LSM6DSRegister.taggedFIFORates, code << 4 | code),
        .init(LSM6DSRegister.taggedFIFOMode, 0x06),
      ]
      : [
        .init(LSM6DSRegister.fifoSensors, 0x09), .init(LSM6DSRegister.fifoMode, code << 3 | 0x06),
      ]
    return fifo + [
      .init(
        LSM6DSRegister.control1, code << 4 | LSM6DSRanges.accelerationCodes[range(of: 0)]),
      .init(LSM6DSRegister.control2, code << 4 | UInt8(range(of: 1)) << 2),
      .init(LSM6DSRegister.control3, 0x44), .init(LSM6DSRegister.control5, 0x00),
    ]
  }

  package var interval: Int64 { Int64(1e9 / min(max(devices[0].rate, 50), 200)) }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    let status = try registers.read(LSM6DSRegister.fifoStatus, count: Part.hasTags ? 2 : 4)
    let isEmpty = !Part.hasTags && status[1] & 0x10 != 0
    let words = Int(status[0]) | Int(status[1] & (Part.hasTags ? 0x03 : 0x0F)) << 8
    // Bit 6: older measurements were overwritten. A pattern's number is 0 when all words are
    // filled.
    guard status[1] & 0x40 == 0, isEmpty || words > 0 || Part.hasTags else {
      return try clear()
    }
    guard !isEmpty, words > 0 else {
      for index in clocks.indices { clocks[index].ask(at: now) }
      return
    }
    let block =
      Part.hasTags
      ? try LSM6DSBlock(tagged: registers, words: words)
      : try LSM6DSBlock(
        pattern: registers, words: words, next: Int(status[2]) | Int(status[3] & 0x03) << 8)
    let temperature = try registers.read(LSM6DSRegister.temperature, count: 2).littleEndian16(0)
    try append(block, at: now, temperature: temperature, to: &samples)
  }

  private mutating func append(
    _ block: LSM6DSBlock, at now: Int64, temperature: Int32, to samples: inout [ChipSample]
  ) throws(ChipError) {
    // A measurement takes a period.
    let half = Int64(0.5e9 / devices[0].rate)
    let accelerations = try clocks[0].times(
      of: block.accelerations.count, remaining: block.remaining, at: now)
    let rates = try clocks[1].times(of: block.rates.count, remaining: block.remaining, at: now)
    for index in 0..<max(accelerations.count, rates.count) {
      if index < accelerations.count {
        samples.append(
          ChipSample(
            device: 0, time: accelerations[index] &- half, counts: block.accelerations[index]))
      }
      if index < rates.count {
        var counts = block.rates[index]
        counts.w = temperature
        samples.append(ChipSample(device: 1, time: rates[index] &- half, counts: counts))
      }
    }
  }

  /// As ST's examples of the self-test do: accelerometer at 52 Hz and 4 g, gyroscope at 208 Hz and
  /// 2000 °/s, five measurements each.
  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    try registers.write(LSM6DSRegister.control1, 0x38)
    let acceleration = try change(ready: 0x01, output: 0x28, rate: 52, test: 0x02)
    try registers.write(LSM6DSRegister.control1, 0x00)
    try registers.write(LSM6DSRegister.control2, 0x5C)
    let rate = try change(ready: 0x02, output: 0x22, rate: 208, test: 0x04)
    try start()
    return SelfTestResult(
      SelfTestChange(
        "accelerometer", from: acceleration.idle, to: acceleration.active, scale: 0.122,
        unit: "mg",
        limits: (SIMD3(repeating: Part.leastSelfTest), SIMD3(repeating: 1700))),
      SelfTestChange(
        "gyroscope", from: rate.idle, to: rate.active, scale: 0.07, unit: "°/s",
        limits: (SIMD3(repeating: 150), SIMD3(repeating: 700))))
  }

  private func change(
    ready: UInt8, output: UInt8, rate: Double, test: UInt8
  ) throws(ChipError) -> (idle: SIMD3<Double>, active: SIMD3<Double>) {
    let outputs = PolledOutput(
      status: LSM6DSRegister.status, ready: ready, output: output, count: 6, rate: rate)
    connection.clock.wait(microseconds: 200_000)
    let idle = try outputs.mean(of: 5, registers)
    try registers.write(LSM6DSRegister.control5, test)
    connection.clock.wait(microseconds: 100_000)
    let active = try outputs.mean(of: 5, registers)
    try registers.write(LSM6DSRegister.control5, 0x00)
    return (idle, active)
  }

  package mutating func stop() throws(ChipError) {
    try registers.write(LSM6DSRegister.control1, 0x00)
    try registers.write(LSM6DSRegister.control2, 0x00)
  }
}
