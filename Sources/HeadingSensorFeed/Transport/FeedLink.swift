import Glibc
import HeadingSensing

/// A sender and its session.
struct FeedLink {
  /// Descriptor; -1 for a serial line or a server that is not there.
  ///
  /// The loop closes it, unless the endpoint's port does.
  var descriptor: Int32

  let endpoint: FeedEndpoint

  var session: FeedSession

  /// When its declaration was last seen in force, at first when it began.
  var declared: BootTime

  /// Number of bytes that came since then without a declaration in force.
  var undeclared = 0

  /// Address of a datagram's sender.
  var sender: [UInt8] = []

  /// Whether it is a file, whose samples are taken in their own time.
  var isFile = false

  /// What was read of standard input and is still to be taken.
  var held: [UInt8] = []

  /// When a serial line or a connection is opened again.
  var retry: BootTime?

  /// Number of failed attempts to open it.
  var attempts = 0

  /// Whether the connection to a server is not there yet.
  var isConnecting = false

  /// Whether it is a connection to a Unix socket.
  var isConnection: Bool {
    if case .socket = endpoint { return true }
    return false
  }

  /// Sends bytes to the sender; what it cannot take now is dropped.
  func send(_ bytes: [UInt8]) {
    guard descriptor >= 0, !isConnecting else { return }
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    switch endpoint {
    case .socket, .tcp: _ = unsafe Glibc.send(descriptor, bytes, bytes.count, flags)
    case .serial: _ = unsafe write(descriptor, bytes, bytes.count)
    case .udp:
      unsafe sender.withUnsafeBytes { address in
        guard let start = address.baseAddress else { return }
        _ = unsafe sendto(
          descriptor, bytes, bytes.count, flags, start.assumingMemoryBound(to: sockaddr.self),
          socklen_t(address.count))
      }
    case .standardInput: break
    }
  }
}
