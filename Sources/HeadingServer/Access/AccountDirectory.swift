import Glibc

/// The users and groups of the system, by name.
///
/// Where the system asks a directory on the network each of them may take half a minute, so nothing that
/// publishes asks here: see ``AccessResolver``.
package struct AccountDirectory: Sendable {
  /// The number of a user, given by name.
  package var user: @Sendable (String) -> UInt32?

  /// The number of a group, given by name.
  package var group: @Sendable (String) -> UInt32?

  /// The groups that a user belongs to by the system's lists.
  package var groups: @Sendable (UInt32) -> [UInt32]

  /// The machine's own.
  package static let system = AccountDirectory(
    user: { systemUser($0) }, group: { systemGroup($0) }, groups: { systemGroups(of: $0) })

  private static let capacity = 16_384

  private static func systemUser(_ name: String) -> UInt32? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      guard let base = buffer.baseAddress,
        unsafe getpwnam_r(name, &entry, base, buffer.count, &found) == 0,
        unsafe found != nil
      else { return nil }
      return unsafe entry.pw_uid
    }
  }

  private static func systemGroup(_ name: String) -> UInt32? {
    var entry = unsafe Glibc.group()
    var found: UnsafeMutablePointer<Glibc.group>?
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      guard unsafe getgrnam_r(name, &entry, buffer.baseAddress, buffer.count, &found) == 0,
        unsafe found != nil
      else { return nil }
      return unsafe entry.gr_gid
    }
  }

  /// At most 256.
  private static func systemGroups(of user: UInt32) -> [UInt32] {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      guard let base = buffer.baseAddress,
        unsafe getpwuid_r(user, &entry, base, buffer.count, &found) == 0,
        unsafe found != nil
      else { return [] }
      var groups = [gid_t](repeating: 0, count: 256)
      var count = CInt(groups.count)
      let result = unsafe getgrouplist(entry.pw_name, entry.pw_gid, &groups, &count)
      return result < 0 ? groups : Array(groups.prefix(Int(max(0, count))))
    }
  }
}
