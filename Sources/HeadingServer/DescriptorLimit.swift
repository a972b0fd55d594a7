import Glibc

/// How many descriptors this process may have, and what of them clients may take.
enum DescriptorLimit {
  /// Descriptors that stay for the daemon's own: devices, recordings, profiles, outputs, the metrics' readers.
  static let reserve = 128

  /// Connections that clients may have open.
  static var forClients: Int { clients(of: current) }

  /// Connections that may be told why they are turned away, and those of who reads the metrics; each.
  static func guests(atMost most: Int) -> Int { min(most, max(2, Int(clamping: current) / 16)) }

  private static var current: rlim_t {
    var limit = rlimit()
    let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    return isKnown ? limit.rlim_cur : .max
  }

  /// Of a limit; a quarter of one that is smaller than the reserve.
  static func clients(of limit: rlim_t) -> Int {
    let limit = Int(clamping: limit)
    return limit > 2 * reserve ? limit - reserve : max(1, limit / 4)
  }
}
