/// A user whose rights on a machine are checked.
package struct MachineUser: Sendable, Hashable {
  /// Login name.
  package var name: String

  /// User number.
  package var number: UInt32

  /// Numbers of the groups.
  package var groups: Set<UInt32>

  /// Creates a user.
  package init(name: String, number: UInt32, groups: Set<UInt32>) {
    self.name = name
    self.number = number
    self.groups = groups
  }
}
