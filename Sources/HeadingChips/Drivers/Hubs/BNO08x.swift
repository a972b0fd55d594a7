import HeadingGeometry

/// Hillcrest BNO080, BNO085 and BNO086: a sensor hub that speaks SHTP and SH-2.
///
/// Source: BNO080 data sheet 1000-3927; report lengths, Q points and times as in the vendor's
/// library (`sh2.c`, `sh2_SensorValue.c`). Read are the calibrated accelerometer and gyroscope and
/// the field without the hub's hard-iron correction, in the common axes of its record of orientation,
/// by default its own. The reference of its times is when the host sees a packet.
package struct BNO08x: ChipDriver {
  package static let model = ChipModel(
    "BNO08x", buses: [.i2c, .serial], addresses: [0x4A, 0x4B], identities: [],
    isProbingHarmless: false, bitRates: [3_000_000])

  private enum Channel {
    static let executable: UInt8 = 1
    static let control: UInt8 = 2
    static let input: UInt8 = 3
    static let wakeInput: UInt8 = 4
  }

  private enum Report {
    static let baseTime: UInt8 = 0xFB
    static let rebase: UInt8 = 0xFA
    static let featureResponse: UInt8 = 0xFC
    static let setFeature: UInt8 = 0xFD
    static let productResponse: UInt8 = 0xF8
    static let productRequest: UInt8 = 0xF9
  }

  /// The sensors of the devices, in their order: accelerometer, gyroscope, field.
  private static let sensors: [UInt8] = [0x01, 0x02, 0x0F]

  /// Lengths of the reports on the input channels.
  private static let lengths: [UInt8: Int] = [
    0x01: 10, 0x02: 10, 0x03: 10, 0x04: 10, 0x05: 14, 0x06: 10, 0x07: 16, 0x08: 12, 0x09: 14,
    0x0A: 8, 0x0B: 8, 0x0C: 6, 0x0D: 6, 0x0E: 6, 0x0F: 16, 0x10: 5, 0x11: 12, 0x12: 6, 0x13: 6,
    0x14: 16, 0x15: 16, 0x16: 16, 0x18: 8, 0x19: 6, 0x1A: 6, 0x1B: 8, 0x1C: 6, 0x1E: 16,
    Report.rebase: 5, Report.baseTime: 5,
  ]

  private let connection: ChipConnection
  private var link: SHTPLink
  private var watch: MeasurementClock
  private var hasProduct = false
  private var wasReset = false
  private var confirmed: Set<UInt8> = []
  package private(set) var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    link = SHTPLink(connection)
    watch = MeasurementClock(rate: 10, at: connection.clock.now)
    let rates = [10.0, 25, 50, 100, 200]
    // Q8 m/s², Q9 rad/s, Q4 µT.
    devices = [
      ChipDevice(
        "bno08x-accel", channels: [.init("accel", isVector: true, scale: 1 / 256.0)],
        rate: 100, rates: rates),
      ChipDevice(
        "bno08x-gyro", channels: [.init("anglvel", isVector: true, scale: 1 / 512.0)],
        rate: 100, rates: rates),
      ChipDevice(
        "bno08x-magn", channels: [.init("magn", isVector: true, scale: 1 / 1600.0)],
        rate: 50, rates: [10, 25, 50, 100]),
    ]
    try link.identify()
    try link.send([Report.productRequest, 0], on: Channel.control)
    try wait(500) { $0.hasProduct }
    guard hasProduct else { throw .wrongIdentity("no SH-2 product") }
    wasReset = false
    try link.send([1], on: Channel.executable)
    try wait(1000) { $0.wasReset }
    guard wasReset else { throw .notReady("its reset") }
    try enable()
    try wait(500) { $0.confirmed.count == Self.sensors.count }
    guard confirmed.count == Self.sensors.count else { throw .notReady("its sensors") }
    watch.deliver(at: connection.clock.now)
  }

  /// Receives until a condition holds, at most so long; the chip does not acknowledge in its reset.
  private mutating func wait(
    _ milliseconds: Int, until isDone: (BNO08x) -> Bool
  ) throws(ChipError) {
    var ignored: [ChipSample] = []
    for _ in 0..<milliseconds / 10 {
      connection.clock.wait(microseconds: 10_000)
      do throws(ChipError) {
        for packet in try link.receive() { handle(packet, into: &ignored) }
      } catch .bus(.notAcknowledged) {
        continue
      }
      if isDone(self) { return }
    }
  }

  private mutating func enable() throws(ChipError) {
    wasReset = false
    link.restart()
    confirmed = []
    for index in devices.indices { try setFeature(index, microseconds: 1e6 / devices[index].rate) }
  }

  private mutating func setFeature(
    _ device: Int, microseconds: Double
  ) throws(ChipError) {
    let period = UInt32(microseconds)
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: period >> UInt32(8 * $0)) }
    try link.send(
      [Report.setFeature, Self.sensors[device], 0, 0, 0] + bytes
        + [UInt8](repeating: 0, count: 8), on: Channel.control)
  }

  package var interval: Int64 { Int64(0.5e9 / (devices.map(\.rate).max() ?? 100)) }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    try watch.check(at: connection.clock.now)
    for packet in try link.receive() { handle(packet, into: &samples) }
    // After a reset by itself the hub measures nothing.
    if wasReset { try enable() }
  }

  private mutating func handle(_ packet: SHTPPacket, into samples: inout [ChipSample]) {
    let payload = packet.payload
    switch (packet.channel, payload.first) {
    case (Channel.executable, 1): wasReset = true
    case (Channel.control, Report.productResponse): hasProduct = hasProduct || payload.count >= 16
    case (Channel.control, Report.featureResponse): confirm(payload)
    case (Channel.input, _), (Channel.wakeInput, _): parse(payload, into: &samples)
    default: break
    }
  }

  /// The hub may choose another period than the one that was asked for.
  private mutating func confirm(_ payload: [UInt8]) {
    guard payload.count >= 17, let device = Self.sensors.firstIndex(of: payload[1]) else { return }
    let period = Self.unsigned32(payload, 5)
    guard (1000...10_000_000).contains(period) else { return }
    confirmed.insert(payload[1])
    devices[device].rate = 1e6 / Double(period)
  }

  private mutating func parse(_ payload: [UInt8], into samples: inout [ChipSample]) {
    let now = connection.clock.now
    // The packet became available within the last interval.
    let reference = now - interval / 2
    var base: Int64 = 0
    var index = 0
    while index < payload.count, let length = Self.lengths[payload[index]],
      index + length <= payload.count
    {
      let report = Array(payload[index..<index + length])
      index += length
      switch report[0] {
      case Report.baseTime: base = -Int64(Int32(bitPattern: Self.unsigned32(report, 1)))
      case Report.rebase: base += Int64(Int32(bitPattern: Self.unsigned32(report, 1)))
      default:
        guard let device = Self.sensors.firstIndex(of: report[0]) else { continue }
        let delay = Int64(report[2] >> 2) << 8 | Int64(report[3])
        let time = reference + (base + delay) * 100_000
        let counts = SIMD4(
          report.littleEndian16(4), report.littleEndian16(6), report.littleEndian16(8), 0)
        // There is no checksum: a time that cannot be means damaged bytes.
        guard time <= now, time >= now - 1_000_000_000,
          max(abs(counts.x), abs(counts.y), abs(counts.z)) < 32767
        else { continue }
        watch.deliver(at: now)
        samples.append(ChipSample(device: device, time: time, counts: counts))
      }
    }
  }

  private static func unsigned32(_ bytes: [UInt8], _ index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
  }

  package mutating func setRate(_ rate: Double, ofDevice device: Int) throws(ChipError) {
    guard devices.indices.contains(device), devices[device].rates.contains(rate) else {
      throw .unsupported("\(rate) Hz")
    }
    devices[device].rate = rate
    try setFeature(device, microseconds: 1e6 / rate)
  }

  package mutating func stop() throws(ChipError) {
    for device in devices.indices { try setFeature(device, microseconds: 0) }
  }
}
