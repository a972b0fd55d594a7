import HeadingGeometry

/// TE MS5611-01BA03, a barometer.
///
/// Source: data sheet MS5611-01BA03. It has commands instead of registers, and no identity but the
/// checksum of its PROM. An MS5607 answers alike and has other factors; it cannot be told apart. It
/// keeps no settings that could be lost: each command has its own.
package struct MS5611: ChipDriver {
  package static let model = ChipModel("MS5611", addresses: [0x77, 0x76], identities: [])

  private enum Command {
    static let readADC: UInt8 = 0x00
    static let reset: UInt8 = 0x1E
    /// Oversampling 4096.
    static let convertPressure: UInt8 = 0x48
    /// Oversampling 4096.
    static let convertTemperature: UInt8 = 0x58
    static let readPROM: UInt8 = 0xA0
  }

  private static let rates = [1.0, 5, 10, 25, 50]

  /// Duration of a conversion with oversampling 4096, ns.
  private static let duration: Int64 = 9_040_000

  private let connection: ChipConnection
  private let calibration: MS5611Calibration
  private var started: Int64 = 0
  private var watch: MeasurementClock
  /// The last converted temperature; `nil` while one is being converted.
  private var temperature: UInt32?
  package private(set) var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    watch = MeasurementClock(rate: 25, at: connection.clock.now)
    // 1 Pa and 0.01 °C.
    devices = [
      ChipDevice(
        "ms5611",
        channels: [
          .init("pressure", scale: 0.001, bits: 32), .init("temp", scale: 10, bits: 32),
        ], rate: 25, rates: Self.rates)
    ]
    _ = try Self.calibration(connection)
    try connection.transmit([Command.reset])
    connection.clock.wait(microseconds: 3000)
    calibration = try Self.calibration(connection)
    try start()
  }

  private static func calibration(
    _ connection: ChipConnection
  ) throws(ChipError) -> MS5611Calibration {
    var words: [UInt16] = []
    for index in 0..<UInt8(8) {
      let bytes = try connection.ask(Command.readPROM + 2 * index, reading: 2)
      words.append(UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
    }
    guard let calibration = MS5611Calibration(words) else {
      throw .wrongIdentity(Hexadecimal.text([UInt8(words[7] >> 8), UInt8(words[7] & 0xFF)]))
    }
    return calibration
  }

  /// A sample takes a conversion of the temperature and one of the pressure.
  package var interval: Int64 { Int64(0.5e9 / devices[0].rate) }

  private mutating func start() throws(ChipError) {
    try connection.transmit([
      temperature == nil ? Command.convertTemperature : Command.convertPressure
    ])
    started = connection.clock.now
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    try watch.check(at: now)
    guard now - started >= Self.duration else { return }
    let bytes = try connection.ask(Command.readADC, reading: 3)
    let value = UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[2])
    // 0 without a conversion: the supply has reset the chip, which loads its PROM only by the command
    // of the reset, with which the next driver begins.
    guard value != 0 else { throw .notReady("its conversion") }
    // All ones without a chip.
    guard value != 0xFF_FFFF else { return try start() }
    if let known = temperature {
      temperature = nil
      if let result = calibration.compensate(pressure: value, temperature: known) {
        watch.deliver(at: now)
        samples.append(
          ChipSample(
            device: 0, time: started + Self.duration / 2,
            counts: SIMD4(result.pressure, result.temperature, 0, 0)))
      }
    } else {
      temperature = value
    }
    try start()
  }

  package mutating func setRate(_ rate: Double, ofDevice device: Int) throws(ChipError) {
    guard Self.rates.contains(rate) else { throw .unsupported("\(rate) Hz") }
    devices[0].rate = rate
    watch.restart(rate: rate, at: connection.clock.now)
  }

  /// The chip sleeps between conversions.
  package mutating func stop() throws(ChipError) {}
}
