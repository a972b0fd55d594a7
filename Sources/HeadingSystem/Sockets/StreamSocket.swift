import Glibc

/// A socket of a stream that does not block, is closed on exec and raises no SIGPIPE.
final class StreamSocket {
  let descriptor: CInt

  /// Begins to connect.
  init(_ address: StreamAddress, keepsAlive: Bool) throws(StreamFailure) {
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    descriptor = socket(address.family, kind, 0)
    guard descriptor >= 0 else { throw .system(errno) }
    if address.family != AF_UNIX {
      set(CInt(IPPROTO_TCP), TCP_NODELAY, 1)
      if keepsAlive {
        // A peer can vanish silently; this ends the connection after 25 s.
        set(SOL_SOCKET, SO_KEEPALIVE, 1)
        set(CInt(IPPROTO_TCP), TCP_KEEPIDLE, 10)
        set(CInt(IPPROTO_TCP), TCP_KEEPINTVL, 5)
        set(CInt(IPPROTO_TCP), TCP_KEEPCNT, 3)
      }
    }
    let code = unsafe address.bytes.withUnsafeBytes { bytes -> CInt in
      guard let start = bytes.baseAddress else { return EINVAL }
      let address = unsafe start.assumingMemoryBound(to: sockaddr.self)
      return unsafe connect(descriptor, address, socklen_t(bytes.count)) == 0 ? 0 : errno
    }
    // EAGAIN: the queue of a Unix socket is full, and nothing tells when it is not.
    guard code == 0 || code == EINPROGRESS || code == EINTR else { throw .system(code) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private func set(_ level: CInt, _ option: CInt, _ value: CInt) {
    var value = value
    _ = unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
  }

  /// The result of the connection attempt once the socket is writable; `nil` if it is connected.
  var connectFailure: StreamFailure? {
    var code: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else {
      return .system(errno)
    }
    return code == 0 ? nil : .system(code)
  }

  /// Reads what is there.
  ///
  /// - Returns: The number of bytes, 0 at the end of the stream; `nil` if nothing is there now.
  func receive(_ buffer: inout [UInt8]) throws(StreamFailure) -> Int? {
    let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
    if count >= 0 { return count }
    let code = errno
    if code == EAGAIN || code == EINTR { return nil }
    throw .system(code)
  }

  /// Writes what there is room for.
  ///
  /// - Returns: The number of bytes.
  func send(_ bytes: ArraySlice<UInt8>) throws(StreamFailure) -> Int {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
    }
    if count >= 0 { return count }
    let code = errno
    if code == EAGAIN || code == EINTR { return 0 }
    throw .system(code)
  }
}
