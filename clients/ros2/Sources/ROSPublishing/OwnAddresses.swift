import Glibc

/// The addresses of IPv4 by which this machine reaches itself.
enum OwnAddresses {
  /// That of the loopback interface, and those of the others that are up.
  ///
  /// Cyclone DDS since 11 does not listen to an announcement that came by the loopback interface if it uses another.
  static func all() -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&first) == 0 else { return ["127.0.0.1"] }
    defer { unsafe freeifaddrs(first) }
    var found = ["127.0.0.1"]
    var next = unsafe first
    while let entry = unsafe next?.pointee {
      unsafe next = entry.ifa_next
      let flags = unsafe Int32(truncatingIfNeeded: entry.ifa_flags)
      guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
        let address = unsafe entry.ifa_addr,
        unsafe address.pointee.sa_family == sa_family_t(AF_INET)
      else { continue }
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      guard
        unsafe getnameinfo(
          address, socklen_t(MemoryLayout<sockaddr_in>.size), &text, socklen_t(text.count), nil, 0,
          NI_NUMERICHOST) == 0
      else { continue }
      found.append(
        String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    return found
  }
}
