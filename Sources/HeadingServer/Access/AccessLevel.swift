/// What a client may see and do; each level includes those before it.
package enum AccessLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// Nothing: it is turned away.
  case none

  /// The heading, and no place.
  case heading

  /// The place to a few kilometres.
  case reduced

  /// Everything.
  case full

  /// Everything, and orders.
  case control

  /// Whether the left may less.
  package static func < (left: AccessLevel, right: AccessLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
