/// The parts of a fix that contradict the filter.
struct FixContradictions: OptionSet, Sendable {
  let rawValue: UInt8

  static let position = FixContradictions(rawValue: 1)
  static let altitude = FixContradictions(rawValue: 2)
  static let velocity = FixContradictions(rawValue: 4)
}
