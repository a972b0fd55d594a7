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
