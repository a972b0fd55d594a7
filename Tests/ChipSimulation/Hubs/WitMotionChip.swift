package import HeadingChips
import HeadingGeometry

/// A WitMotion sensor by its standard protocol: frames of 11 bytes, commands FF AA, unlocking.
package final class WitMotionChip: SimulatedChip {
  package var environment = ChipEnvironment()
  /// The kind of magnetometer in register 0x72; `nil` for a firmware that does not answer.
  package var magnetometer: UInt8? = 3
  /// Bytes to send before the next frame.
  package var noise: [UInt8] = []
  /// µT per count, by the vendor's table.
  private static let units: [UInt8: Double] = [
    2: 0.15, 3: 0.013, 4: 0.058, 5: 0.098, 6: 1 / 120.0, 7: 0.02,
  ]

  private var output: [UInt8] = []
  private var measured: Int64 = 0
  private var unlocked: Int64 = -100_000_000_000
  private var contents: UInt8 = 0x1E
  private var rate = 10.0

  /// Creates a sensor with the settings of the factory.
  package init() {}

  private func send(_ type: UInt8, _ values: [Double]) {
    var frame: [UInt8] = [0x55, type]
    for value in values {
      let bits = UInt16(bitPattern: Int16(min(max(value.rounded(), -32768), 32767)))
      frame += [UInt8(bits & 0xFF), UInt8(bits >> 8)]
    }
    var sum: UInt8 = 0
    for byte in frame { sum = sum &+ byte }
    output += noise + frame + [sum]
    noise = []
  }

  private func measure(until time: Int64) {
    let period = Int64(1e9 / rate)
    while time - measured >= period {
      measured += period
      let warmth = environment.temperature * 100
      let (force, turn) = (environment.acceleration, environment.rate)
      let field = environment.field * 1e6 / (Self.units[magnetometer ?? 2] ?? 1)
      let force16 = force * (32768 / 16 / 9.80665)
      let turn2000 = turn * (180 / .pi * 32768 / 2000)
      if contents & 2 != 0 { send(0x51, [force16.x, force16.y, force16.z, warmth]) }
      if contents & 4 != 0 { send(0x52, [turn2000.x, turn2000.y, turn2000.z, warmth]) }
      if contents & 8 != 0 { send(0x53, [1, 2, 3, 4]) }
      if contents & 16 != 0 { send(0x54, [field.x, field.y, field.z, warmth]) }
      // The buffer of the sensor.
      if output.count > 4000 { output.removeFirst(output.count - 4000) }
    }
  }

  package func write(_ bytes: [UInt8], at time: Int64) throws(BusError) {
    measure(until: time)
    guard bytes.count == 5, bytes[0] == 0xFF, bytes[1] == 0xAA else { return }
    switch bytes[2] {
    case 0x69 where bytes[3] == 0x88 && bytes[4] == 0xB5: unlocked = time
    case 0x27 where bytes[3] == 0x72:
      if let magnetometer { send(0x5F, [Double(magnetometer), 0, 0, 0]) }
    case 0x02 where time - unlocked < 10_000_000_000: contents = bytes[3]
    case 0x03 where time - unlocked < 10_000_000_000:
      let rates: [UInt8: Double] = [
        3: 1, 4: 2, 5: 5, 6: 10, 7: 20, 8: 50, 9: 100, 11: 200,
      ]
      rate = rates[bytes[3]] ?? rate
      measured = time
    default: break
    }
  }

  package func read(_ count: Int, at time: Int64) throws(BusError) -> [UInt8] {
    measure(until: time)
    defer { output.removeFirst(min(count, output.count)) }
    return Array(output.prefix(count))
  }
}
