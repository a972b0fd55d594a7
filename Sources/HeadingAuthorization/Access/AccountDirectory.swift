import Glibc

/// Lookup of the system's users and groups.
///
/// With a network directory service each lookup may block for half a minute, so the publishing
/// event loop never calls it; see ``AccessResolver``.
package struct AccountDirectory: Sendable {
  /// Returns the ID of the named user.
  package var user: @Sendable (String) -> UInt32?

  /// Returns the ID of the named group.
  package var group: @Sendable (String) -> UInt32?

  /// Returns the IDs of a user's groups.
  package var groups: @Sendable (UInt32) -> [UInt32]

  /// The directory of this machine (NSS).
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

  /// Returns at most 256 groups.
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
