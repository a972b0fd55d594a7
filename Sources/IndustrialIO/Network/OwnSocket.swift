import Glibc

/// Identifies connections that this process makes to itself over loopback.
enum OwnSocket {
  /// Whether a socket of this process is bound to the address and port of a connection's peer.
  ///
  /// TCP has no peer credentials, so this is the only way to refuse other processes.
  static func isBound(to peer: sockaddr_in) -> Bool {
    guard let folder = unsafe opendir("/proc/self/fd") else { return false }
    defer { unsafe closedir(folder) }
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { text in
          unsafe String(cString: text)
        }
      }
      guard let descriptor = CInt(name) else { continue }
      var own = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isNamed = unsafe withUnsafeMutablePointer(to: &own) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          unsafe getsockname(descriptor, address, &length) == 0
        }
      }
      if isNamed, own.sin_family == sa_family_t(AF_INET), own.sin_port == peer.sin_port,
        own.sin_addr.s_addr == peer.sin_addr.s_addr
      {
        return true
      }
    }
    return false
  }
}
