import Glibc

/// The address of a Unix socket, as the system's calls take it.
struct UnixAddress {
  private var address = sockaddr_un()

  /// Creates an address; `nil` if the path is too long.
  init?(_ path: String) {
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
  }

  /// Creates a stream socket that does not block.
  static func socket() -> Int32 {
    Glibc.socket(
      AF_UNIX,
      CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
  }

  /// Passes the address to bind(2).
  func bind(_ descriptor: Int32) -> Bool {
    unsafe call { unsafe Glibc.bind(descriptor, $0, $1) } == 0
  }

  /// Whether a server accepts connections there.
  func answers() -> Bool {
    let descriptor = Self.socket()
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let result = unsafe call { unsafe connect(descriptor, $0, $1) }
    // A server with a full accept queue (EAGAIN) is running, too.
    return result == 0 || errno == EAGAIN
  }

  private func call(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    unsafe withUnsafeBytes(of: address) { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return unsafe body(
        start.assumingMemoryBound(to: sockaddr.self), socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
