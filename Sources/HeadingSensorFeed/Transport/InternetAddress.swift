import Glibc

/// A numeric internet address with a port, as the system's calls take it.
struct InternetAddress {
  private var storage = sockaddr_storage()
  private let size: socklen_t

  /// The address family.
  var family: Int32 { Int32(storage.ss_family) }

  /// Reads a numeric IPv4 or IPv6 address; `nil` for anything else.
  init?(_ host: String, port: UInt16) {
    var four = sockaddr_in()
    var six = sockaddr_in6()
    if unsafe inet_pton(AF_INET, host, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      size = socklen_t(MemoryLayout<sockaddr_in>.size)
      unsafe withUnsafeMutableBytes(of: &storage) { target in
        unsafe withUnsafeBytes(of: four) { unsafe target.copyMemory(from: $0) }
      }
    } else if unsafe inet_pton(AF_INET6, host, &six.sin6_addr) == 1 {
      six.sin6_family = sa_family_t(AF_INET6)
      six.sin6_port = port.bigEndian
      size = socklen_t(MemoryLayout<sockaddr_in6>.size)
      unsafe withUnsafeMutableBytes(of: &storage) { target in
        unsafe withUnsafeBytes(of: six) { unsafe target.copyMemory(from: $0) }
      }
    } else {
      return nil
    }
  }

  /// Passes the address to bind(2).
  func bind(_ descriptor: Int32) -> Bool {
    unsafe withUnsafeBytes(of: storage) { bytes in
      guard let start = bytes.baseAddress else { return false }
      return unsafe Glibc.bind(descriptor, start.assumingMemoryBound(to: sockaddr.self), size) == 0
    }
  }

  /// Begins a connection of a socket that does not block.
  ///
  /// - Returns: Whether it has begun; else `errno` has the reason.
  func connect(_ descriptor: Int32) -> Bool {
    unsafe withUnsafeBytes(of: storage) { bytes in
      guard let start = bytes.baseAddress else { return false }
      let address = unsafe start.assumingMemoryBound(to: sockaddr.self)
      return unsafe Glibc.connect(descriptor, address, size) == 0 || errno == EINPROGRESS
    }
  }
}
