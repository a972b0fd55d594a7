import Glibc

/// Validating proxy on loopback between libiio and a server on the network.
///
/// One thread accepts libiio's connections, and one serves each (``ProxyConnection``). Only this process
/// may connect.
final class ServerProxy: Sendable {
  /// The server's numeric address.
  let address: String

  /// The proxy's URI, for libiio.
  let uri: String

  private let listener: CInt

  private init(address: String, listener: CInt, port: UInt16) {
    self.address = address
    self.listener = listener
    uri = "ip:127.0.0.1:\(port)"
  }

  /// Connects to the server and starts listening for libiio.
  ///
  /// - Throws: The reason why the server cannot be reached.
  static func start(_ endpoint: ServerAddress) throws(SystemError) -> ServerProxy {
    let (first, address) = try endpoint.connect()
    let listener: (descriptor: CInt, port: UInt16)
    do throws(SystemError) {
      listener = try listen()
    } catch {
      close(first)
      throw error
    }
    let descriptor = listener.descriptor
    guard ReaderThread.start({ serve(descriptor, first: first, endpoint) }) else {
      close(first)
      close(descriptor)
      throw SystemError(code: EAGAIN)
    }
    return ServerProxy(address: address, listener: descriptor, port: listener.port)
  }

  /// Ends the accepting thread, which closes the socket; the others end with libiio's connections.
  deinit { shutdown(listener, CInt(SHUT_RDWR)) }

  private static func listen() throws(SystemError) -> (descriptor: CInt, port: UInt16) {
    let descriptor = socket(
      AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listens = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, length) == 0 && Glibc.listen(descriptor, 16) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard listens else {
      let code = errno
      close(descriptor)
      throw SystemError(code: code)
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  private static func serve(_ listener: CInt, first: CInt, _ endpoint: ServerAddress) {
    var ready: CInt? = first
    defer {
      if let ready { close(ready) }
      close(listener)
    }
    while true {
      var peer = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let client = unsafe withUnsafeMutablePointer(to: &peer) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          unsafe accept(listener, address, &length)
        }
      }
      guard client >= 0 else {
        // accept(2) returns EINVAL for a socket that was shut down.
        if errno == EINVAL { return }
        // Without free descriptors libiio's connection waits in the queue until its timeout.
        if errno != EINTR, errno != ECONNABORTED { usleep(100_000) }
        continue
      }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      guard OwnSocket.isBound(to: peer) else {
        close(client)
        continue
      }
      let server = ready
      ready = nil
      let started = ReaderThread.start { talk(client, server, endpoint) }
      guard !started else { continue }
      close(client)
      if let server { close(server) }
    }
  }

  private static func talk(_ client: CInt, _ connected: CInt?, _ endpoint: ServerAddress) {
    defer { close(client) }
    guard let server = connected ?? (try? endpoint.connect().socket) else { return }
    defer { close(server) }
    var connection = ProxyConnection(client: .init(client), server: .init(server))
    connection.run()
  }
}
