import HeadingChips
import Testing

@testable import HeadingTerminal

struct ChipProbeTests {
  /// Honeywell's letters at 0x1E, with and without the accelerometer of an LSM303DLHC.
  @Test(
    arguments: [
      (0x33, [], "LSM303DLHC"), (0x32, [], "HMC5883L"), (nil, [], "HMC5883L"),
      (nil, [0x19], "LSM303DLHC"),
    ] as [(UInt8?, Set<UInt8>, String)])
  func `a magnetometer with Honeywell's identity is told by the accelerometer beside it`(
    accelerometer: UInt8?, held: Set<UInt8>, model: String
  ) {
    let probe = ChipProbe(includesAll: false) { _ in
      { (address, register) throws(BusError) in
        switch (address, register) {
        case (0x1E, 0x0A...0x0C): return [0x48, 0x34, 0x33][Int(register) - 0x0A]
        case (0x1E, _): return 0
        case (0x19, 0x0F):
          guard let accelerometer else { throw .notAcknowledged }
          return accelerometer
        default: throw .notAcknowledged
        }
      }
    }
    #expect(probe.chips(on: 1, except: held).chips == [.init(model: model, address: 0x1E)])
  }
}
