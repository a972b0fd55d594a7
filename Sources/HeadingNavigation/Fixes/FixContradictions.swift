/// The parts of a fix that contradict the filter: refused by the innovation gate, or too far from
/// the estimate.
struct FixContradictions: OptionSet, Sendable {
  let rawValue: UInt8

  static let position = FixContradictions(rawValue: 1)
  static let altitude = FixContradictions(rawValue: 2)
  static let velocity = FixContradictions(rawValue: 4)
}
