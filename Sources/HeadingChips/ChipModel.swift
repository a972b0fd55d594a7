/// How a chip is found on a bus.
package struct ChipModel: Sendable, Hashable {
  /// A register with a known value.
  package struct Identity: Sendable, Hashable {
    /// The register's address.
    package var register: UInt8
    /// Its value in the bits of ``mask``.
    package var value: UInt8
    /// The significant bits.
    package var mask: UInt8

    /// Creates an identity.
    package init(_ register: UInt8, _ value: UInt8, mask: UInt8 = 0xFF) {
      self.register = register
      self.value = value
      self.mask = mask
    }
  }

  /// Name, such as `LIS3MDL`.
  package var name: String

  /// The buses on which the driver can use it.
  package var buses: Set<BusKind>

  /// Its possible 7-bit I²C addresses.
  package var addresses: [UInt8]

  /// The registers that identify it, all of them; empty if only its protocol does.
  package var identities: [Identity]

  /// How registers are addressed.
  package var addressing: Registers.Addressing

  /// Whether reading the identity changes nothing, so that it may be read without consent.
  package var isProbingHarmless: Bool

  /// Bit rates of its serial line, the likeliest first.
  package var bitRates: [Int]

  /// Creates a model.
  package init(
    _ name: String, buses: Set<BusKind> = [.i2c], addresses: [UInt8], identities: [Identity],
    addressing: Registers.Addressing = Registers.Addressing(), isProbingHarmless: Bool = true,
    bitRates: [Int] = []
  ) {
    self.name = name
    self.buses = buses
    self.addresses = addresses
    self.identities = identities
    self.addressing = addressing
    self.isProbingHarmless = isProbingHarmless
    self.bitRates = bitRates
  }

  /// Checks the identity of the chip on a bus.
  ///
  /// - Throws: ``ChipError/wrongIdentity(_:)``, or the error of the bus.
  package func check(_ registers: Registers) throws(ChipError) {
    var found = ""
    var isRight = true
    for identity in identities {
      let value = try registers.read(identity.register)
      if value & identity.mask != identity.value & identity.mask { isRight = false }
      let digits = String(value, radix: 16, uppercase: true)
      found += (found.isEmpty ? "" : " ") + (digits.count < 2 ? "0" : "") + digits
    }
    guard isRight else { throw .wrongIdentity(found) }
  }
}
