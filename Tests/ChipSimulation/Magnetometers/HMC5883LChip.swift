import HeadingChips
import HeadingGeometry

/// HMC5883L by data sheet form 900405: register list, tables 3 to 17, self test operation.
package final class HMC5883LChip: RegisterChip {
  private var started: Int64?
  /// Gain of the measurement in progress; a new one holds from the second measurement on.
  private var gain = 1

  /// Creates a chip after power-on.
  package init() {
    super.init([0x00: 0x10, 0x01: 0x20, 0x02: 0x01, 0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33])
  }

  package override func store(_ value: UInt8, in register: UInt8, at time: Int64) {
    guard register <= 2 else { return }
    measure(until: time)
    registers[Int(register)] = value
    if register == 2 { started = value & 3 < 2 ? time : nil }
  }

  package override func measure(until time: Int64) {
    guard let start = started, time - start >= 6_000_000 else { return }
    started = nil
    let countsPerGauss = [1370.0, 1090, 820, 660, 440, 390, 330, 230][gain]
    gain = Int(registers[1] >> 5)
    // The bias replaces the field: the chip outputs the difference.
    let gauss =
      registers[0] & 3 == 1
      ? Vector3(1.16, 1.16, 1.08) : environment.field * (1 / PhysicalConstants.gauss)
    for (value, register) in [(gauss.x, 3), (gauss.z, 5), (gauss.y, 7)] {
      let count = (value * countsPerGauss).rounded()
      set(abs(count) > 2047 ? -4096 : count, at: UInt8(register), isBigEndian: true)
    }
    registers[9] |= 0x01
    registers[2] = 0x03
  }

  package override func next(after register: UInt8) -> UInt8 {
    register == 9 ? 3 : register >= 12 ? 0 : register + 1
  }
}
