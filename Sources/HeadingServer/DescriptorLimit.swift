import Glibc

/// The process's descriptor limit, and the share of it for clients.
enum DescriptorLimit {
  /// Descriptors reserved for the daemon: devices, recordings, profiles, outputs, metrics clients.
  static let reserve = 128

  /// Largest number of client connections.
  static var forClients: Int { clients(of: current) }

  /// Largest number of connections being rejected, and of metrics clients; each.
  static func guests(atMost maximum: Int) -> Int {
    min(maximum, max(2, Int(clamping: current) / 16))
  }

  private static var current: rlim_t {
    var limit = rlimit()
    let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    return isKnown ? limit.rlim_cur : .max
  }

  /// Returns the client connections for a limit; a quarter of one at most twice the reserve.
  static func clients(of limit: rlim_t) -> Int {
    let limit = Int(clamping: limit)
    return limit > 2 * reserve ? limit - reserve : max(1, limit / 4)
  }
}
