import Glibc

/// Buffered stream over a socket that reads lines and bytes; its owner closes the socket.
struct SocketStream {
  private let descriptor: CInt

  /// Read timeout, ms; negative for none.
  var timeout: CInt = -1
  private var buffer: [UInt8] = []
  private var start = 0

  /// Size of a read, bytes.
  private static let chunk = 16_384

  /// POLLRDHUP of poll(2), on every processor that Swift runs on.
  private static let hasHungUp: Int16 = 0x2000

  init(_ descriptor: CInt) {
    self.descriptor = descriptor
    // Requests and responses alternate, so Nagle's algorithm is off. A peer that does not read is dropped.
    var yes: CInt = 1
    unsafe setsockopt(
      descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<CInt>.size))
    var timeout = timeval(tv_sec: 5, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  /// The next line without its end, at most `limit` bytes; the wait ends when `other` is closed.
  mutating func line(limit: Int, whileOpen other: SocketStream? = nil) throws(ConnectionEnd)
    -> [UInt8]
  {
    var looked = start
    while true {
      if let end = buffer[looked...].firstIndex(of: 10) {
        defer { start = end + 1 }
        guard end - start <= limit else { throw .violation }
        return Array(buffer[start..<end])
      }
      guard buffer.count - start <= limit else { throw .violation }
      let held = buffer.count - start
      try fill(whileOpen: other)
      looked = start + held
    }
  }

  /// Forwards `count` received bytes to another stream.
  mutating func pass(_ count: Int, to other: SocketStream) throws(ConnectionEnd) {
    var missing = count
    while missing > 0 {
      if start == buffer.count { try fill(whileOpen: other) }
      let end = min(buffer.count, start + missing)
      try other.send(buffer[start..<end])
      missing -= end - start
      start = end
    }
  }

  /// Reads `count` bytes.
  mutating func bytes(_ count: Int, whileOpen other: SocketStream) throws(ConnectionEnd)
    -> ArraySlice<UInt8>
  {
    while buffer.count - start < count { try fill(whileOpen: other) }
    defer { start += count }
    return buffer[start..<start + count]
  }

  /// Sends all bytes.
  func send(_ bytes: some Collection<UInt8>) throws(ConnectionEnd) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw .over }
      rest = rest.dropFirst(count)
    }
  }

  private mutating func fill(whileOpen other: SocketStream?) throws(ConnectionEnd) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    var waits = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    if let other {
      waits.append(pollfd(fd: other.descriptor, events: Self.hasHungUp, revents: 0))
    }
    var ready: CInt
    repeat {
      ready = unsafe poll(&waits, nfds_t(waits.count), timeout)
    } while ready < 0 && errno == EINTR
    guard ready >= 0 else { throw .over }
    guard ready > 0 else { throw .violation }
    if let other = waits.dropFirst().first, other.revents != 0 { throw .over }
    let count = unsafe withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { room in
      let count = unsafe recv(descriptor, room.baseAddress, room.count, 0)
      if count > 0 { unsafe buffer.append(contentsOf: room[..<count]) }
      return count
    }
    guard count > 0 else { throw .over }
  }
}
