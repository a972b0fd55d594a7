import ChipSimulation
import HeadingChips
import HeadingTesting
import Testing

@testable import HeadingBridge

/// Chips that only another chip on the bus tells apart.
struct LookAlikeTests {
  /// The models that a search finds, and what it reports.
  private func search(
    _ bus: SimulatedPort, naming requests: [String] = []
  ) throws -> (models: [String], notices: [String]) {
    let notices = Notices()
    let settings = BusSettings(requests: try requests.map { try #require(ChipRequest($0)) })
    let found = Bridge(settings: settings, ports: { [bus] }, report: notices.report).list()
    return (found.chips.map(\.model), notices.texts)
  }

  /// A magnetometer of an LSM303DLHC with or without the register that its data sheet omits.
  private func plugMagnetometer(of bus: SimulatedPort, isNamed: Bool) {
    bus.plug(
      {
        let chip = LSM303DLHCMagnetometerChip()
        chip.registers[0x0F] = isNamed ? 0x3C : 0
        return chip
      }, at: 0x1E)
  }

  @Test(arguments: [true, false])
  func `an LSM303DLHC is told by its accelerometer`(isNamed: Bool) throws {
    let bus = SimulatedPort()
    plugMagnetometer(of: bus, isNamed: isNamed)
    bus.plug({ LSM303AccelerometerChip(isAGR: false) }, at: 0x19)
    #expect(try search(bus).models == ["LSM303DLHC accelerometer", "LSM303DLHC"])
    #expect(try search(bus, naming: ["HMC5883L@0x1E"]).models == ["HMC5883L"])
  }

  @Test(arguments: [true, false])
  func `without the accelerometer it is an HMC5883L, unless it is named`(isNamed: Bool) throws {
    let bus = SimulatedPort()
    plugMagnetometer(of: bus, isNamed: isNamed)
    #expect(try search(bus).models == ["HMC5883L"])
    #expect(try search(bus, naming: ["LSM303DLHC@0x1E"]).models.contains("LSM303DLHC"))
    // Another chip at the accelerometer's address.
    bus.plug({ BoschMotionChip(.bmi160) }, at: 0x19)
    #expect(try search(bus).models == ["HMC5883L"])
  }

  @Test func `what the kernel holds at the accelerometer's address is not asked`() throws {
    let bus = SimulatedPort(held: [0x19])
    plugMagnetometer(of: bus, isNamed: false)
    bus.plug({ LSM303AccelerometerChip(isAGR: false) }, at: 0x19)
    #expect(try search(bus).models.contains("LSM303DLHC"))
    #expect(bus.transactions(at: 0x19) == 0)
  }

  @Test func `an error of the bus decides nothing`() throws {
    let bus = SimulatedPort()
    plugMagnetometer(of: bus, isNamed: true)
    bus.plug({ LSM303AccelerometerChip(isAGR: false) }, at: 0x19)
    bus.set(.stretched, at: 0x19)
    let (models, notices) = try search(bus)
    #expect(models.isEmpty)
    #expect(notices.count == 1 && notices[0].hasPrefix("LSM303DLHC at /dev/i2c-7@0x1e: "))
  }

  @Test(arguments: [0x1C, 0x1E] as [UInt8])
  func `an LSM9DS1's magnetometer is never announced as a LIS3MDL`(address: UInt8) throws {
    let bus = SimulatedPort()
    bus.plug({ LSM9DS1MagnetometerChip() }, at: address)
    bus.plug({ LSM9DS1Chip() }, at: 0x6B)
    let (models, notices) = try search(bus)
    #expect(models == ["LSM9DS1 magnetometer", "LSM9DS1"])
    #expect(!notices.contains { $0.contains("LIS3MDL") })
    bus.unplug(0x6B)
    #expect(try search(bus).models == ["LIS3MDL"])
  }
}
