import Glibc

/// Address of an IIO server: the URI `ip:HOST[:PORT]`.
struct ServerAddress: Hashable {
  /// The port of iiod.
  static let usualPort = "30431"

  /// Connection timeout, s: libiio's own.
  private static let timeout: CInt = 5

  /// A name or an address.
  let host: String

  /// A number.
  let port: String

  /// Parses a URI; `nil` if it is not an `ip:` URI.
  ///
  /// An IPv6 address with a port is in brackets.
  init?(uri: String) {
    guard uri.hasPrefix("ip:") else { return nil }
    let rest = uri.dropFirst(3)
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
      host = String(rest[..<end].dropFirst())
      let tail = rest[rest.index(after: end)...]
      port = tail.hasPrefix(":") ? String(tail.dropFirst()) : Self.usualPort
    } else if let colon = rest.firstIndex(of: ":"), colon == rest.lastIndex(of: ":") {
      host = String(rest[..<colon])
      port = String(rest[rest.index(after: colon)...])
    } else {
      host = String(rest)
      port = Self.usualPort
    }
  }

  /// Connects.
  ///
  /// - Returns: The socket and the numeric address.
  /// - Throws: The errno; ENXIO if the host has no address, as in libiio.
  func connect() throws(SystemError) -> (socket: CInt, address: String) {
    guard !host.isEmpty, UInt16(port) != nil else { throw SystemError(code: EINVAL) }
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, port, &hints, &first) == 0 else {
      throw SystemError(code: ENXIO)
    }
    defer { unsafe freeaddrinfo(first) }
    var failure = SystemError(code: ENXIO)
    var next = unsafe first
    while let entry = unsafe next {
      do throws(SystemError) {
        return unsafe (try Self.connect(entry.pointee), Self.numbers(entry.pointee))
      } catch {
        failure = error
      }
      unsafe next = entry.pointee.ai_next
    }
    throw failure
  }

  private static func connect(_ entry: addrinfo) throws(SystemError) -> CInt {
    let descriptor = unsafe socket(
      entry.ai_family, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
      0)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    do throws(SystemError) {
      if unsafe Glibc.connect(descriptor, entry.ai_addr, entry.ai_addrlen) != 0 {
        guard errno == EINPROGRESS else { throw SystemError(code: errno) }
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&wait, 1, timeout * 1000) > 0 else {
          throw SystemError(code: ETIMEDOUT)
        }
        var code: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0, code == 0
        else { throw SystemError(code: code) }
      }
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func numbers(_ entry: addrinfo) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let base = buffer.baseAddress,
        unsafe getnameinfo(
          entry.ai_addr, entry.ai_addrlen, base, 64, nil, 0, NI_NUMERICHOST) == 0
      else { return "" }
      return unsafe String(cString: base)
    }
  }
}
