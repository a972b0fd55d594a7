package import HeadingChips

/// A chip as its bus sees it, modelled by its data sheet and not by its driver.
package protocol SimulatedChip: AnyObject {
  /// What acts on it.
  var environment: ChipEnvironment { get set }

  /// Takes the bytes of a write transaction.
  func write(_ bytes: [UInt8], at time: Int64) throws(BusError)

  /// Returns the bytes of a read transaction.
  func read(_ count: Int, at time: Int64) throws(BusError) -> [UInt8]
}
