import HeadingGeometry

/// WitMotion sensors with the standard protocol on a serial line: WT901, HWT901, JY901 and others.
///
/// Source: "WIT Standard Communication Protocol". Angles are ignored. The unit of the magnetometer
/// depends on the chip inside, which register 0x72 tells; the units are those of the vendor's SDK
/// (`DipSensorMagHelper`). A sensor that does not answer is taken for one with an AK8963, as the
/// first models. Settings are not saved. Times are those of the arrival: at 9600 bit/s a frame takes
/// 11 ms. The sensor has no identity but its frames.
package struct WitMotion: ChipDriver {
  package static let model = ChipModel(
    "WitMotion", buses: [.serial], addresses: [], identities: [], bitRates: [9600, 115_200])

  private enum Register {
    static let contents: UInt8 = 0x02
    static let rate: UInt8 = 0x03
    static let read: UInt8 = 0x27
    static let unlock: UInt8 = 0x69
    static let magnetometer: UInt8 = 0x72
  }

  /// Rates and their codes; above 20 Hz the line must be faster than 9600 bit/s.
  private static let rates: [(rate: Double, code: UInt8)] = [
    (1, 0x03), (2, 0x04), (5, 0x05), (10, 0x06), (20, 0x07), (50, 0x08), (100, 0x09), (200, 0x0B),
  ]

  /// Gauss per count by the kind of magnetometer in register 0x72.
  private static let magneticScales: [UInt8: Double] = [
    2: 0.0015, 3: 0.00013, 4: 0.00058, 5: 0.00098, 6: 1 / 12_000.0, 7: 0.0002,
  ]

  private let connection: ChipConnection
  private var frames = WitMotionFrames()
  private var watch: MeasurementClock
  /// Arrival of the last acceleration, which begins the frames of a measurement.
  private var time: Int64 = 0
  package private(set) var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    watch = MeasurementClock(rate: 20, at: connection.clock.now)
    let rates = Self.rates.map(\.rate)
    // ±16 g and ±2000 °/s; 0.01 °C.
    devices = [
      ChipDevice(
        "witmotion-accel",
        channels: [
          .init("accel", isVector: true, scale: 16 * PhysicalConstants.standardGravity / 32768),
          .init("temp", scale: 10),
        ], rate: 20, rates: rates),
      ChipDevice(
        "witmotion-gyro",
        channels: [.init("anglvel", isVector: true, scale: 2000.0 / 32768 * .pi / 180)],
        rate: 20, rates: rates),
      ChipDevice(
        "witmotion-magn", channels: [.init("magn", isVector: true, scale: 0.0015)],
        rate: 20, rates: rates),
    ]
    try identify()
    try readScale()
    try command(Register.unlock, 0x88, 0xB5)
    // Acceleration, angular rate and field.
    try command(Register.contents, 0x16, 0x00)
    try setRate(20, ofDevice: 0)
  }

  /// Listens for three frames: nothing is written before.
  private mutating func identify() throws(ChipError) {
    var count = 0
    var first: [UInt8] = []
    for _ in 0..<200 {
      connection.clock.wait(microseconds: 10_000)
      let bytes = try connection.receive(1024)
      first += bytes.prefix(max(0, 8 - first.count))
      count += frames.add(bytes).count
      if count >= 3 { return }
    }
    throw first.isEmpty ? .notReady("its output") : .wrongIdentity(Hexadecimal.text(first))
  }

  private func command(_ register: UInt8, _ low: UInt8, _ high: UInt8) throws(ChipError) {
    try connection.transmit([0xFF, 0xAA, register, low, high])
    // A command is handled between two measurements.
    connection.clock.wait(microseconds: 50_000)
  }

  private mutating func readScale() throws(ChipError) {
    try connection.transmit([0xFF, 0xAA, Register.read, Register.magnetometer, 0x00])
    for _ in 0..<30 {
      connection.clock.wait(microseconds: 10_000)
      for frame in frames.add(try connection.receive(1024)) where frame.type == 0x5F {
        if let scale = Self.magneticScales[frame.data[0]] { devices[2].channels[0].scale = scale }
        return
      }
    }
  }

  package var interval: Int64 { Int64(0.5e9 / devices[0].rate) }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let now = connection.clock.now
    try watch.check(at: now)
    let received = frames.add(try connection.receive(4096))
    // The last measurement arrived within the last interval, earlier ones a period apart.
    var later = Int64(received.count { $0.type == 0x51 })
    for frame in received {
      let device: Int
      switch frame.type {
      case 0x51: device = 0
      case 0x52: device = 1
      case 0x54: device = 2
      default: continue
      }
      watch.deliver(at: now)
      // The frames of a measurement follow each other, the acceleration first.
      if device == 0 {
        later -= 1
        time = max(time + 1, now - interval / 2 - later * 2 * interval)
      }
      let counts = SIMD4(
        frame.data.littleEndian16(0), frame.data.littleEndian16(2), frame.data.littleEndian16(4),
        frame.data.littleEndian16(6))
      // A component at the end of the range has overflowed.
      guard max(abs(counts.x), abs(counts.y), abs(counts.z)) < 32767, time > 0 else { continue }
      samples.append(
        ChipSample(
          device: device, time: time,
          counts: device == 0 ? counts : SIMD4(counts.x, counts.y, counts.z, 0)))
    }
  }

  package mutating func setRate(_ rate: Double, ofDevice device: Int) throws(ChipError) {
    guard let code = Self.rates.first(where: { $0.rate == rate })?.code else {
      throw .unsupported("\(rate) Hz")
    }
    try command(Register.unlock, 0x88, 0xB5)
    try command(Register.rate, code, 0x00)
    // What was measured meanwhile has another period.
    _ = frames.add(try connection.receive(4096))
    for index in devices.indices { devices[index].rate = rate }
    watch.restart(rate: rate, at: connection.clock.now)
  }

  /// The sensor always measures.
  package mutating func stop() throws(ChipError) {}
}
