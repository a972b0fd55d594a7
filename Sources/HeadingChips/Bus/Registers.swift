/// The registers of a chip with 8-bit register addresses, over I²C or SPI.
package struct Registers {
  /// How a chip encodes multi-byte access and, on SPI, direction in the register address.
  package struct Addressing: Sendable, Hashable {
    /// Set in the address of a multi-byte access over I²C.
    package var i2cIncrement: UInt8
    /// Set in the address of a read over SPI.
    package var spiRead: UInt8
    /// Set in the address of a multi-byte access over SPI.
    package var spiIncrement: UInt8
    /// Bytes that the chip sends before the data of a read over SPI (Bosch: 1).
    package var spiDummyBytes: Int

    /// Creates an addressing; by default the register address alone, bit 7 for reads over SPI.
    package init(
      i2cIncrement: UInt8 = 0, spiRead: UInt8 = 0x80, spiIncrement: UInt8 = 0,
      spiDummyBytes: Int = 0
    ) {
      self.i2cIncrement = i2cIncrement
      self.spiRead = spiRead
      self.spiIncrement = spiIncrement
      self.spiDummyBytes = spiDummyBytes
    }
  }

  private let connection: ChipConnection
  private let addressing: Addressing

  /// Creates the registers of a chip.
  package init(_ connection: ChipConnection, addressing: Addressing = Addressing()) {
    self.connection = connection
    self.addressing = addressing
  }

  /// Reads consecutive registers.
  package func read(_ register: UInt8, count: Int) throws(ChipError) -> [UInt8] {
    do throws(BusError) {
      switch connection.bus.kind {
      case .i2c:
        let address = count > 1 ? register | addressing.i2cIncrement : register
        return try connection.bus.exchange([address], reading: count)
      case .spi:
        let increment = count > 1 ? addressing.spiIncrement : 0
        let dummies = addressing.spiDummyBytes
        let bytes = try connection.bus.exchange(
          [register | addressing.spiRead | increment], reading: count + dummies)
        return Array(bytes.dropFirst(dummies))
      case .serial: throw BusError.unsupported
      }
    } catch {
      throw .bus(error)
    }
  }

  /// Reads one register.
  package func read(_ register: UInt8) throws(ChipError) -> UInt8 {
    try read(register, count: 1)[0]
  }

  /// Writes a register, or consecutive ones.
  package func write(_ register: UInt8, _ values: UInt8...) throws(ChipError) {
    try write(register, values)
  }

  /// Writes consecutive registers.
  package func write(_ register: UInt8, _ values: [UInt8]) throws(ChipError) {
    let isSPI = connection.bus.kind == .spi
    let increment = isSPI ? addressing.spiIncrement : addressing.i2cIncrement
    do throws(BusError) {
      try connection.bus.write([values.count > 1 ? register | increment : register] + values)
    } catch {
      throw .bus(error)
    }
  }

  /// Replaces the bits of `mask` in a register.
  package func update(_ register: UInt8, mask: UInt8, to value: UInt8) throws(ChipError) {
    let old = try read(register)
    try write(register, old & ~mask | value & mask)
  }

  /// Waits until the bits of `mask` in a register have a value, at most `microseconds`.
  ///
  /// The register is read ten times in that time. Throws ``ChipError/notReady(_:)`` with `what`.
  package func wait(
    for register: UInt8, mask: UInt8, toBe value: UInt8, microseconds: Int, _ what: String
  ) throws(ChipError) {
    for _ in 0..<10 {
      if try read(register) & mask == value { return }
      connection.clock.wait(microseconds: max(1, microseconds / 10))
    }
    guard try read(register) & mask == value else { throw .notReady(what) }
  }
}
