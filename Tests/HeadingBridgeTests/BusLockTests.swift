import Foundation
import HeadingChips
import HeadingTesting
import Testing

@testable import HeadingBridge

/// Real locks on device files, and the kernel's folder of devices.
struct BusLockTests {
  @Test(arguments: ["i2c-7", "spidev0.0"])
  func `a device file is open once, until it is released`(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.put(name)
    let first = try Descriptor(path)
    #expect(throws: BusError.inUse) { _ = try Descriptor(path) }
    #expect(throws: BusError.inUse) { _ = try DevicePort(path).open() }
    _ = consume first
    _ = try Descriptor(path)
    #expect(throws: BusError.gone) { _ = try DevicePort(path + "9").open() }
  }

  @Test func `a chip is held while the kernel's folder of its address has a driver`() throws {
    let folder = try TemporaryFolder()
    let bus = try I2CBus(try folder.put("dev/i2c-7"), devices: folder.url.path + "/devices")
    #expect(!bus.isHeld(0x0D))
    try folder.put("devices/7-000d/name", "chip")
    #expect(!bus.isHeld(0x0D))
    try folder.put("devices/7-000d/driver/name")
    #expect(bus.isHeld(0x0D) && !bus.isHeld(0x1D))
    #expect(throws: BusError.busy) { _ = try bus.connect(address: 0x0D, bitRate: 0) }
  }
}
