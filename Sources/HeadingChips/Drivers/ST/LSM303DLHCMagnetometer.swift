import HeadingGeometry

/// The magnetometer of the ST LSM303DLHC.
///
/// Source: data sheet DocID018771 Rev 2; figure 1 shows the same axes for both sensors. Its
/// registers, their order and the identity are those of the Honeywell HMC5883L, with other gains: the
/// accelerometer at 19h, which the data sheet fixes, tells them apart. The register 0Fh, which holds
/// 3Ch in the chips that were seen (`st_magn_core.c`), is in neither data sheet. An HMC5883L beside a
/// LIS3DH at 19h is taken for this chip: at the range of the start its x and y become 2 % too small and
/// its z 10 % too large, which a calibration removes. The temperature's zero is not specified, so it
/// is not served.
package struct LSM303DLHCMagnetometer: RestartingDriver, CheckedDriver {
  package static let model = ChipModel(
    "LSM303DLHC", addresses: [0x1E],
    identities: [.init(0x0A, 0x48), .init(0x0B, 0x34), .init(0x0C, 0x33)],
    neighbour: .init(
      address: 0x19, identities: LSM303Accelerometer<LSM303DLHCAccelerometer>.model.identities))

  /// Registers of table 17.
  private enum Register {
    static let configurationA: UInt8 = 0x00
    static let configurationB: UInt8 = 0x01
    static let mode: UInt8 = 0x02
    static let output: UInt8 = 0x03
    static let status: UInt8 = 0x09
  }

  /// Output data rates, Hz, in the order of the field DO; table 72.
  private static let rates = [0.75, 1.5, 3, 7.5, 15, 30, 75, 220]

  /// Counts per gauss of x and y, and of z, for ±1.3 to ±8.1 G, in the order of the field GN, whose
  /// first code is 1; table 75.
  private static let gains: [(xy: Int32, z: Int32)] = [
    (1100, 980), (855, 760), (670, 600), (450, 400), (400, 355), (330, 295), (230, 205),
  ]

  /// Gauss per count that is served: x and y are multiplied by z's gain and z by theirs, by which
  /// they have one scale and lose nothing.
  private static let scales = gains.map { 1 / Double($0.xy * $0.z) }

  private let connection: ChipConnection
  package let registers: Registers
  private var output = PolledOutput(
    status: Register.status, ready: 0x01, output: Register.output, count: 6, rate: 75)
  package var devices: [ChipDevice]

  package init(_ connection: ChipConnection) throws(ChipError) {
    self.connection = connection
    registers = Registers(connection, addressing: Self.model.addressing)
    devices = [
      ChipDevice(
        "lsm303dlhc_magn",
        channels: [
          .init(
            "magn", isVector: true, scale: Self.scales[3], bits: 32, scales: Self.scales)
        ], rate: 75, rates: Self.rates)
    ]
    try Self.model.check(registers)
    // There is no reset: every control register is written.
    try start()
    try registers.write(Register.mode, 0x00)
  }

  /// The accelerometer.
  package static var companions: [ChipCompanion] {
    [
      ChipCompanion(
        LSM303Accelerometer<LSM303DLHCAccelerometer>.self, address: 0x19, axes: .identity)
    ]
  }

  package var settings: [RegisterSetting] {
    [
      .init(Register.configurationA, UInt8(rateIndex(of: 0)) << 2),
      .init(Register.configurationB, UInt8(range(of: 0) + 1) << 5),
      .init(Register.mode, 0x00, mask: 0x03),
    ]
  }

  package var interval: Int64 { output.interval }

  package mutating func start() throws(ChipError) {
    try registers.write(Register.configurationA, UInt8(rateIndex(of: 0)) << 2)
    try registers.write(Register.configurationB, UInt8(range(of: 0) + 1) << 5)
    try output.restart(rate: devices[0].rate, registers, connection.clock)
  }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    guard let (bytes, time) = try output.read(registers, connection.clock) else { return }
    let gain = Self.gains[range(of: 0)]
    // The order is x, z, y. −4096 means that an axis has left its range.
    samples.append(
      ChipSample(
        device: 0, time: time,
        counts: SIMD4(
          bytes.bigEndian16(0) &* gain.z, bytes.bigEndian16(4) &* gain.z,
          bytes.bigEndian16(2) &* gain.xy, 0)))
  }

  package mutating func stop() throws(ChipError) { try registers.write(Register.mode, 0x03) }
}
