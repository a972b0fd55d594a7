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

  /// Another page of registers, in which the identity is not: a program that ended or a bus that
  /// failed at the wrong moment leaves the chip there.
  package struct Page: Sendable, Hashable {
    /// The register that selects the page; the identity is in page 0.
    package var selector: UInt8
    /// What the registers of this page are known to hold, the selector among them.
    package var identities: [Identity]

    /// Creates a page.
    package init(selector: UInt8, identities: [Identity]) {
      self.selector = selector
      self.identities = identities
    }
  }

  /// Another chip in the package, which answers without being started.
  package struct Neighbour: Sendable, Hashable {
    /// Its 7-bit address.
    package var address: UInt8
    /// The registers that identify it.
    package var identities: [Identity]

    /// Creates a neighbour.
    package init(address: UInt8, identities: [Identity]) {
      self.address = address
      self.identities = identities
    }

    /// Checks the identity of the chip at its address.
    ///
    /// - Throws: ``ChipError/wrongIdentity(_:)``, or the error of the bus.
    package func check(_ registers: Registers) throws(ChipError) {
      try ChipModel.check(identities, registers)
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

  /// The page in which the chip may have been left.
  package var page: Page?

  /// The chip in its package without which it is another model with the same identity.
  package var neighbour: Neighbour?

  /// How registers are addressed.
  package var addressing: Registers.Addressing

  /// Whether reading the identity changes nothing, so that it may be read without consent.
  package var isProbingHarmless: Bool

  /// Bit rates of its serial line, the likeliest first.
  package var bitRates: [Int]

  /// Creates a model.
  package init(
    _ name: String, buses: Set<BusKind> = [.i2c], addresses: [UInt8], identities: [Identity],
    page: Page? = nil, neighbour: Neighbour? = nil,
    addressing: Registers.Addressing = Registers.Addressing(),
    isProbingHarmless: Bool = true,
    bitRates: [Int] = []
  ) {
    self.name = name
    self.buses = buses
    self.addresses = addresses
    self.identities = identities
    self.page = page
    self.neighbour = neighbour
    self.addressing = addressing
    self.isProbingHarmless = isProbingHarmless
    self.bitRates = bitRates
  }

  /// Checks the identity of the chip on a bus.
  ///
  /// Nothing is written, but for the selector of a chip that was left in another page: only if every
  /// register that is known of that page has its value, so that other chips are not written to.
  ///
  /// - Throws: ``ChipError/wrongIdentity(_:)``, or the error of the bus.
  package func check(_ registers: Registers) throws(ChipError) {
    do throws(ChipError) {
      try Self.check(identities, registers)
    } catch .wrongIdentity(let found) {
      guard let page else { throw .wrongIdentity(found) }
      // The first that differs ends it, so that other chips are read as little as possible.
      for identity in page.identities {
        let value = try registers.read(identity.register)
        guard (value ^ identity.value) & identity.mask == 0 else { throw .wrongIdentity(found) }
      }
      try registers.write(page.selector, 0)
      try Self.check(identities, registers)
    }
  }

  private static func check(_ identities: [Identity], _ registers: Registers) throws(ChipError) {
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
