import Glibc

/// The system's users and groups by name.
enum AccountBook {
  private static let capacity = 16_384

  /// The number of a user, given by name or number.
  static func user(_ text: String) -> UInt32? {
    if let number = UInt32(text) { return number }
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      guard let base = buffer.baseAddress,
        unsafe getpwnam_r(text, &entry, base, buffer.count, &found) == 0,
        unsafe found != nil
      else { return nil }
      return unsafe entry.pw_uid
    }
  }

  /// The number of a group, given by name or number.
  static func group(_ text: String) -> UInt32? {
    if let number = UInt32(text) { return number }
    var entry = unsafe Glibc.group()
    var found: UnsafeMutablePointer<Glibc.group>?
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      guard unsafe getgrnam_r(text, &entry, buffer.baseAddress, buffer.count, &found) == 0,
        unsafe found != nil
      else { return nil }
      return unsafe entry.gr_gid
    }
  }

  /// The groups that a user belongs to by the system's lists, at most 256.
  static func groups(of user: UInt32) -> [UInt32] {
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
      return result < 0 ? groups : Array(groups[..<Int(count)])
    }
  }
}
