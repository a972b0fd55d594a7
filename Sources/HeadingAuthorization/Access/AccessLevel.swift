/// Access level of a client; each level includes the ones before it.
package enum AccessLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// No access: the connection is rejected.
  case none

  /// Heading without position.
  case heading

  /// Heading, and position with reduced accuracy of a few kilometres.
  case reduced

  /// All data.
  case full

  /// All data and control commands.
  case control

  /// Orders levels by the access they grant.
  package static func < (left: AccessLevel, right: AccessLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
