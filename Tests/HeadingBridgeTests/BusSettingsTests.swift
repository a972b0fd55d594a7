import HeadingChips
import Testing

@testable import HeadingBridge

/// What is probed where.
struct BusSettingsTests {
  @Test(
    arguments: [
      ("lis3mdl", "LIS3MDL", nil), ("LIS3MDL@0x1E", "LIS3MDL", 0x1E), ("lis3mdl@30", "LIS3MDL", 30),
    ] as [(String, String, UInt8?)])
  func `a chip is named with or without its address`(
    text: String, name: String, address: UInt8?
  ) throws {
    let request = try #require(ChipRequest(text))
    #expect(request.name == name)
    #expect(request.address == address)
  }

  @Test(arguments: ["", "@0x1C", "toaster", "lis3mdl@", "lis3mdl@0x7F", "lis3mdl@0x", "lis3mdl@-1"])
  func `a chip that cannot exist is refused`(text: String) {
    #expect(ChipRequest(text) == nil)
  }

  @Test func `a serial line is probed only for a chip that is named`() throws {
    let drivers: [any ChipDriver.Type] = [LIS3MDL.self]
    #expect(BusSettings(drivers: drivers).drivers(at: 0, on: .serial).isEmpty)
    #expect(BusSettings(drivers: drivers).drivers(at: 0x1C, on: .i2c).count == 1)
    #expect(BusSettings(drivers: drivers).drivers(at: 0x1D, on: .i2c).isEmpty)
    let named = BusSettings(drivers: drivers, requests: [try #require(ChipRequest("lis3mdl@0x1D"))])
    #expect(named.drivers(at: 0x1D, on: .i2c).count == 1)
    #expect(named.addresses(on: .i2c) == [0x1C, 0x1D, 0x1E])
  }
}
