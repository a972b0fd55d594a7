import Glibc

/// How many descriptors this process may have, and what of them clients may take.
enum DescriptorLimit {
  /// Descriptors that stay for the daemon's own: devices, recordings, profiles, outputs, the metrics' readers.
  static let reserve = 128

  /// Connections that clients may have open.
  static var forClients: Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return .max
    }
    return clients(of: limit.rlim_cur)
  }

  /// Of a limit; a quarter of one that is smaller than the reserve.
  static func clients(of limit: rlim_t) -> Int {
    let limit = Int(clamping: limit)
    return limit > 2 * reserve ? limit - reserve : max(1, limit / 4)
  }
}
