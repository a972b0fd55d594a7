package import HeadingChips

/// A bus of this machine, on which chips can be connected.
package protocol BusPort: Sendable {
  /// Name for people and for the option `--bus`, such as `/dev/i2c-1`.
  var name: String { get }

  /// Its kind.
  var kind: BusKind { get }

  /// Opens the bus.
  ///
  /// - Returns: The bus, which no other bridge can open until it is released.
  /// - Throws: ``BusError/inUse`` if another program has it, ``BusError/gone`` if there is no such
  ///   bus.
  func open() throws(BusError) -> any OpenBus
}
