package import HeadingChips

/// Identifies the chips on an I²C bus by reading their identity registers.
package struct ChipProbe: Sendable {
  /// Reads one register at a 7-bit address of a bus, which others cannot use while it exists.
  package typealias Reader =
    (_ address: UInt8, _ register: UInt8) throws(BusError) -> UInt8

  /// Opens /dev/i2c-N; fails with `inUse` if another program has it.
  package typealias Opener = @Sendable (_ bus: Int) throws(BusError) -> Reader

  /// A chip that answered.
  package struct Chip: Sendable, Hashable {
    /// Name of its model.
    package var model: String
    /// 7-bit address.
    package var address: UInt8
  }

  /// What was found on a bus.
  package struct Result: Sendable, Hashable {
    /// The chips, by address.
    package var chips: [Chip] = []
    /// Addresses at which a chip answers that is none of the models.
    package var unknown: [UInt8] = []
    /// The first error other than silence.
    package var error: BusError?
    /// Models that were not looked for, because reading them needs consent.
    package var omitted: [String] = []
  }

  /// Chips that the kernel's drivers know and the catalogue need not.
  ///
  /// Source: their data sheets: WHO_AM_I, chip_id, REVID.
  static let furtherModels = [
    ChipModel("MPU-6050", addresses: [0x68, 0x69], identities: [.init(0x75, 0x68)]),
    ChipModel("MPU-9250", addresses: [0x68, 0x69], identities: [.init(0x75, 0x71)]),
    ChipModel("MPU-9255", addresses: [0x68, 0x69], identities: [.init(0x75, 0x73)]),
    ChipModel("BME280", addresses: [0x76, 0x77], identities: [.init(0xD0, 0x60)]),
    ChipModel("BMP280", addresses: [0x76, 0x77], identities: [.init(0xD0, 0x58)]),
    ChipModel("BNO055", addresses: [0x28, 0x29], identities: [.init(0x00, 0xA0)]),
    ChipModel("RM3100", addresses: [0x20, 0x21, 0x22, 0x23], identities: [.init(0x36, 0x22)]),
  ]

  /// What a chip without identity registers is known by: that something answers at its address.
  private static let anyAnswer = [ChipModel.Identity(0, 0, mask: 0)]

  /// The models that are looked for.
  let models: [ChipModel]

  /// Whether models are included that reading changes.
  let includesAll: Bool

  private let open: Opener

  /// Creates a probe.
  ///
  /// - Parameters:
  ///   - models: The models of the catalogue; those that only the kernel has drivers of are added.
  ///   - includesAll: Whether the user consented to reading chips that it changes.
  ///   - open: Opens a bus.
  package init(
    models: [ChipModel] = ChipCatalogue.drivers.map { $0.model }, includesAll: Bool,
    open: @escaping Opener
  ) {
    self.models =
      models
      + Self.furtherModels.filter { further in
        !models.contains { KnownChip.named($0.name) == KnownChip.named(further.name) }
      }
    self.includesAll = includesAll
    self.open = open
  }

  /// Looks for the models at their addresses.
  ///
  /// - Parameters:
  ///   - bus: Number of the bus.
  ///   - held: Addresses that a kernel driver uses; nothing is read there.
  /// - Returns: What answered; only the error if the bus cannot be opened.
  func chips(on bus: Int, except held: Set<UInt8>) -> Result {
    var result = Result()
    let read: Reader
    do throws(BusError) {
      read = try open(bus)
    } catch {
      result.error = error
      return result
    }
    let usable = models.filter {
      $0.buses.contains(.i2c)
        && (includesAll || $0.isProbingHarmless && !$0.identities.isEmpty)
    }
    result.omitted =
      models.filter { $0.buses.contains(.i2c) && !$0.isProbingHarmless && !includesAll }
      .map(\.name)
    let addresses = Set(usable.flatMap(\.addresses)).subtracting(held).sorted()
    for address in addresses {
      var registers: [UInt8: UInt8] = [:]
      var isSilent = false
      let found = usable.first { model in
        model.addresses.contains(address)
          && (model.identities.isEmpty ? Self.anyAnswer : model.identities).allSatisfy { identity in
            guard !isSilent else { return false }
            var value = registers[identity.register]
            if value == nil {
              do throws(BusError) {
                value = try read(address, identity.register)
              } catch {
                // A chip may refuse a register of another one, but not every first one.
                if registers.isEmpty { isSilent = true }
                if error != .notAcknowledged, result.error == nil { result.error = error }
                return false
              }
              registers[identity.register] = value
            }
            return value.map { ($0 ^ identity.value) & identity.mask == 0 } ?? false
          }
          && model.neighbour.map { isThere($0, except: held, read) } ?? true
      }
      if let found {
        result.chips.append(Chip(model: found.name, address: address))
      } else if !registers.isEmpty {
        result.unknown.append(address)
      }
    }
    // A LIS3MDL has the same identity and addresses as the magnetometer of an LSM9DS1, which the
    // other half of that chip tells apart.
    let hasOtherHalf = result.chips.contains { $0.model == "LSM9DS1" }
    for index in result.chips.indices
    where ["LIS3MDL", "LSM9DS1 magnetometer"].contains(result.chips[index].model) {
      result.chips[index].model = hasOtherHalf ? "LSM9DS1 magnetometer" : "LIS3MDL"
    }
    return result
  }

  /// Whether the chip by which a model is told answers; one that a kernel driver uses is taken for it.
  private func isThere(
    _ neighbour: ChipModel.Neighbour, except held: Set<UInt8>, _ read: Reader
  ) -> Bool {
    held.contains(neighbour.address)
      || neighbour.identities.allSatisfy { identity in
        (try? read(neighbour.address, identity.register)).map {
          ($0 ^ identity.value) & identity.mask == 0
        } ?? false
      }
  }
}
