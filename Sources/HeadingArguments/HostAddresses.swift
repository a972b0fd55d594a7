import Glibc

/// Resolves the numeric addresses of hosts.
package enum HostAddresses {
  /// The addresses of a host by the system's resolver; may wait for the network.
  package static func of(_ host: String) -> [String] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
    defer { unsafe freeaddrinfo(first) }
    var found: [String] = []
    var next = unsafe first
    while let entry = unsafe next {
      let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
        guard let base = buffer.baseAddress,
          unsafe getnameinfo(
            entry.pointee.ai_addr, entry.pointee.ai_addrlen, base, 64, nil, 0, NI_NUMERICHOST) == 0
        else { return "" }
        return unsafe String(cString: base)
      }
      if !text.isEmpty, !found.contains(text) { found.append(text) }
      unsafe next = entry.pointee.ai_next
    }
    return found
  }
}
