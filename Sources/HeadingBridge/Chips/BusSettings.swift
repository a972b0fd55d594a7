package import HeadingChips

/// What a bus thread looks for.
package struct BusSettings: Sendable {
  /// The drivers, in the order of probing.
  package var drivers: [any ChipDriver.Type]

  /// The chips that the user names.
  package var requests: [ChipRequest]

  /// Creates settings; by default every driver, and no named chip.
  package init(
    drivers: [any ChipDriver.Type] = ChipCatalogue.drivers, requests: [ChipRequest] = []
  ) {
    self.drivers = drivers
    self.requests = requests
  }

  /// The addresses at which a chip may be on a kind of bus; one without meaning unless it is I²C.
  ///
  /// Those at which it may be inside another one come last: what it is depends on whether that one is
  /// there, as for the magnetometer of the LSM9DS1, which has the identity of the LIS3MDL.
  func addresses(on kind: BusKind) -> [UInt8] {
    guard kind == .i2c else { return [0] }
    let known = drivers.map { $0.model }.filter { $0.buses.contains(.i2c) }.flatMap(\.addresses)
    let inside = Set(drivers.flatMap { $0.companions }.map(\.address))
    return Set(known + requests.compactMap(\.address)).sorted { one, other in
      inside.contains(one) == inside.contains(other) ? one < other : inside.contains(other)
    }
  }

  /// Whether the user named a chip.
  func names(_ type: any ChipDriver.Type, at place: ChipPlace) -> Bool {
    requests.contains {
      $0.name == type.model.name && ($0.address == nil || $0.address == place.address)
    }
  }

  /// The drivers to try at an address.
  ///
  /// A chip that the user names at an address is the only one that is tried there. Others are tried
  /// without being named only if reading their identity changes nothing.
  func drivers(at address: UInt8, on kind: BusKind) -> [any ChipDriver.Type] {
    let named = requests.filter { kind == .i2c && $0.address == address }.map(\.name)
    return drivers.filter { driver in
      let model = driver.model
      guard model.buses.contains(kind) else { return false }
      if !named.isEmpty { return named.contains(model.name) }
      guard kind != .i2c || model.addresses.contains(address) else { return false }
      let isHarmless = kind != .serial && model.isProbingHarmless && !model.identities.isEmpty
      return isHarmless || requests.contains { $0.name == model.name && $0.address == nil }
    }
  }
}
