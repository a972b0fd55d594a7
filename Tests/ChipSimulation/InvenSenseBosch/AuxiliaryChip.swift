package import HeadingChips
package import HeadingGeometry

/// A chip inside another one's package, which answers only while the host connects it to the bus.
package final class AuxiliaryChip: SimulatedChip {
  private let chip: any SimulatedChip
  private let isConnected: () -> Bool
  private let turned: (Vector3) -> Vector3

  /// What acts on it, in the host's axes.
  package var environment = ChipEnvironment() {
    didSet {
      chip.environment = environment
      chip.environment.field = turned(environment.field)
    }
  }

  /// Creates a chip behind a host.
  ///
  /// - Parameters:
  ///   - chip: The chip.
  ///   - turned: The vector in the chip's axes of one in the host's.
  ///   - isConnected: Whether the host connects it.
  package init(
    _ chip: any SimulatedChip, turned: @escaping (Vector3) -> Vector3,
    isConnected: @escaping () -> Bool
  ) {
    self.chip = chip
    self.turned = turned
    self.isConnected = isConnected
  }

  package func write(_ bytes: [UInt8], at time: Int64) throws(BusError) {
    guard isConnected() else { throw .notAcknowledged }
    try chip.write(bytes, at: time)
  }

  package func read(_ count: Int, at time: Int64) throws(BusError) -> [UInt8] {
    guard isConnected() else { throw .notAcknowledged }
    return try chip.read(count, at: time)
  }
}
