package import HeadingChips

/// Base of chips with 8-bit register addresses: a write sets the address and then registers, a read
/// continues from the address.
package class RegisterChip: SimulatedChip {
  package var environment = ChipEnvironment()

  /// The registers.
  package var registers = [UInt8](repeating: 0, count: 256)

  /// Bit of the address that requests automatic increment; 0 if it always increments.
  package let incrementBit: UInt8

  private var pointer: UInt8 = 0
  private var increments = true

  /// Creates a chip with its registers after power-on.
  package init(_ initial: [UInt8: UInt8], incrementBit: UInt8 = 0) {
    self.incrementBit = incrementBit
    for (register, value) in initial { registers[Int(register)] = value }
  }

  /// Stores a written register; override for what it does and for read-only ones.
  package func store(_ value: UInt8, in register: UInt8, at time: Int64) {
    registers[Int(register)] = value
  }

  /// Returns a register that is read; override for what reading does.
  package func load(_ register: UInt8, at time: Int64) -> UInt8 { registers[Int(register)] }

  /// Brings the measurement registers up to date before a read; override.
  package func measure(until time: Int64) {}

  /// The next address after one; override for registers that do not increment, such as a FIFO.
  package func next(after register: UInt8) -> UInt8 { register &+ 1 }

  package func write(_ bytes: [UInt8], at time: Int64) throws(BusError) {
    guard let first = bytes.first else { return }
    increments = incrementBit == 0 || first & incrementBit != 0
    pointer = first & ~incrementBit
    for byte in bytes.dropFirst() {
      store(byte, in: pointer, at: time)
      if increments { pointer = next(after: pointer) }
    }
  }

  package func read(_ count: Int, at time: Int64) throws(BusError) -> [UInt8] {
    measure(until: time)
    var bytes: [UInt8] = []
    for _ in 0..<count {
      bytes.append(load(pointer, at: time))
      if increments { pointer = next(after: pointer) }
    }
    return bytes
  }

  /// Writes a 16-bit number, saturated, into two registers.
  package func set(_ value: Double, at register: UInt8, isBigEndian: Bool = false) {
    let count = UInt16(bitPattern: Int16(min(max(value.rounded(), -32768), 32767)))
    let (low, high) = (UInt8(count & 0xFF), UInt8(count >> 8))
    registers[Int(register)] = isBigEndian ? high : low
    registers[Int(register) + 1] = isBigEndian ? low : high
  }
}
