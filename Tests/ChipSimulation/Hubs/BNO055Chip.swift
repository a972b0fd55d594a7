package import HeadingChips
import HeadingGeometry

/// BNO055 by data sheet BST-BNO055-DS000-14: register map, modes, times of section 1.2 and 3.3.
package final class BNO055Chip: SimulatedChip {
  package var environment = ChipEnvironment()
  /// Registers of page 0 and page 1.
  package var pages = [[UInt8]](repeating: [UInt8](repeating: 0, count: 128), count: 2)
  /// Result of the next self-test.
  package var selfTestResult: UInt8 = 0x0F

  private var pointer: UInt8 = 0
  private var answers: Int64 = 0
  private var modeChanged: Int64 = 0
  private var updated: Int64 = 0
  private var fieldUpdated: Int64 = 0
  private var selfTestEnd: Int64?

  /// Creates a chip that has started.
  package init() { reset() }

  private func reset() {
    pages = [[UInt8]](repeating: [UInt8](repeating: 0, count: 128), count: 2)
    pages[0].replaceSubrange(0..<4, with: [0xA0, 0xFB, 0x32, 0x0F])
    pages[0][0x3B] = 0x80
    pages[1].replaceSubrange(8..<11, with: [0x0D, 0x6D, 0x38])
    pages[1][7] = 1
  }

  /// Resets by itself, as after a short loss of power.
  package func interruptPower(at time: Int64) {
    reset()
    answers = time + 650_000_000
  }

  private var page: Int { Int(pages[0][7] & 1) }
  private var mode: UInt8 { pages[0][0x3D] & 0x0F }

  package func write(_ bytes: [UInt8], at time: Int64) throws(BusError) {
    guard time >= answers else { throw .notAcknowledged }
    guard let first = bytes.first else { return }
    pointer = first & 0x7F
    for byte in bytes.dropFirst() {
      store(byte, at: time)
      pointer = (pointer + 1) & 0x7F
    }
  }

  private func store(_ value: UInt8, at time: Int64) {
    if pointer == 7 {
      pages[0][7] = value & 1
    } else if page == 0, pointer == 0x3D {
      pages[0][0x3D] = value
      modeChanged = time + (value & 15 == 0 ? 19_000_000 : 7_000_000)
      (updated, fieldUpdated) = (modeChanged, modeChanged)
      if value & 15 == 0 { for register in 8..<0x34 { pages[0][register] = 0 } }
    } else if page == 0, pointer == 0x3F {
      if value & 0x20 != 0 { interruptPower(at: time) }
      if value & 0x01 != 0 { selfTestEnd = time + 400_000_000 }
    } else if mode == 0, time >= modeChanged, page == 1 || pointer >= 0x3B {
      // Settings are taken in the configuration mode only.
      pages[page][Int(pointer)] = value
    }
  }

  package func read(_ count: Int, at time: Int64) throws(BusError) -> [UInt8] {
    guard time >= answers else { throw .notAcknowledged }
    measure(until: time)
    var bytes: [UInt8] = []
    for _ in 0..<count {
      bytes.append(pages[page][Int(pointer)])
      pointer = (pointer + 1) & 0x7F
    }
    return bytes
  }

  private func set(_ value: Double, at register: Int) {
    let bits = UInt16(bitPattern: Int16(min(max(value.rounded(), -32768), 32767)))
    pages[0][register] = UInt8(bits & 0xFF)
    pages[0][register + 1] = UInt8(bits >> 8)
  }

  private func measure(until time: Int64) {
    if let end = selfTestEnd, time >= end {
      pages[0][0x36] = selfTestResult
      selfTestEnd = nil
    }
    guard mode == 7, time >= modeChanged else { return }
    pages[0][0x34] = UInt8(bitPattern: Int8(environment.temperature.rounded()))
    if time - updated >= 10_000_000 {
      updated += (time - updated) / 10_000_000 * 10_000_000
      // The noise of the last count.
      let noise = updated / 10_000_000 % 2 == 0 ? 0.6 : -0.6
      let range = 9.80665 * [2.0, 4, 8, 16][Int(pages[1][8] & 3)]
      let rates = [2000.0, 1000, 500, 250, 125, 125, 125, 125]
      let countsPerRadian = 32768 / rates[Int(pages[1][10] & 7)] * 180 / .pi
      for axis in 0..<3 {
        let acceleration = min(max(environment.acceleration[axis], -range), range)
        set(acceleration * 100, at: 8 + 2 * axis)
        set(environment.rate[axis] * countsPerRadian + noise, at: 0x14 + 2 * axis)
      }
    }
    let period = Int64(1e9 / [2.0, 6, 8, 10, 15, 20, 25, 30][Int(pages[1][9] & 7)])
    if time - fieldUpdated >= period || pages[0][0x0E...0x13].allSatisfy({ $0 == 0 }) {
      fieldUpdated += (time - fieldUpdated) / period * period
      for axis in 0..<3 { set(environment.field[axis] * 16e6, at: 0x0E + 2 * axis) }
    }
  }
}
