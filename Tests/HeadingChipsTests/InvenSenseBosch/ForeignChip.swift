import ChipSimulation
import HeadingChips

/// A chip of which every register has the same value, and which counts writes.
final class ForeignChip: SimulatedChip {
  var environment = ChipEnvironment()
  private let value: UInt8
  private(set) var writes = 0

  init(_ value: UInt8) { self.value = value }

  func write(_ bytes: [UInt8], at time: Int64) { if bytes.count > 1 { writes += 1 } }

  func read(_ count: Int, at time: Int64) -> [UInt8] { [UInt8](repeating: value, count: count) }
}
