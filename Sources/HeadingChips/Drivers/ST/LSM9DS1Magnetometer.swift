import HeadingGeometry

/// The magnetometer of the ST LSM9DS1, which has an address of its own.
///
/// It is the magnetometer of ``LIS3MDL`` with the same identity, so that only ``LSM9DS1`` beside it
/// tells the two apart. Source: data sheet DocID025715 Rev 3; figure 1 shows its axes, which are
/// right-handed and taken as those of the package. The rounded sensitivities of table 3 (0.14 mG)
/// are replaced by those of the LIS3MDL (1/6842 G), as in Linux (`st_magn_core.c`).
package struct LSM9DS1Magnetometer: CheckedDriver {
  package static let model = ChipModel(
    "LSM9DS1 magnetometer", buses: [.i2c, .spi], addresses: [0x1C, 0x1E],
    identities: [.init(0x0F, 0x3D)],
    addressing: .init(i2cIncrement: 0x80, spiIncrement: 0x40))

  private var magnetometer: LIS3MDL

  package init(_ connection: ChipConnection) throws(ChipError) {
    magnetometer = try LIS3MDL(connection)
  }

  /// Without the temperature, which this chip does not put out.
  package var devices: [ChipDevice] {
    var device = magnetometer.devices[0]
    device.name = "lsm9ds1_magn"
    device.channels.removeLast()
    return [device]
  }

  package var registers: Registers { magnetometer.registers }

  package var settings: [RegisterSetting] { magnetometer.settings }

  package var interval: Int64 { magnetometer.interval }

  package mutating func read(into samples: inout [ChipSample]) throws(ChipError) {
    let start = samples.count
    try magnetometer.read(into: &samples)
    for index in start..<samples.count { samples[index].counts.w = 0 }
  }

  package mutating func setRate(_ rate: Double, ofDevice device: Int) throws(ChipError) {
    try magnetometer.setRate(rate, ofDevice: device)
  }

  package mutating func setScale(
    _ scale: Double, ofChannel channel: Int, ofDevice device: Int
  ) throws(ChipError) {
    try magnetometer.setScale(scale, ofChannel: channel, ofDevice: device)
  }

  package mutating func selfTest() throws(ChipError) -> SelfTestResult? {
    try magnetometer.selfTest()
  }

  package mutating func stop() throws(ChipError) { try magnetometer.stop() }
}
