public import Glibc

/// A plain socket on loopback, for tests that play the other side.
public final class LoopbackSocket: Sendable {
  /// A call of the system failed.
  public struct Failure: Error {
    /// Which one.
    public var call: String

    /// Makes the error of a call.
    public init(call: String) { self.call = call }
  }

  /// The socket.
  public let descriptor: CInt
  /// Where it is bound.
  public let port: Int

  /// Binds to a port; 0 takes a free one.
  public init(_ type: __socket_type, port: Int = 0) throws {
    let descriptor = socket(AF_INET, CInt(type.rawValue), 0)
    var yes: CInt = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
    var address = Self.address(port)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard bound == 0 else {
      close(descriptor)
      throw Failure(call: "bind")
    }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    self.descriptor = descriptor
    self.port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }

  /// A port of loopback that nobody uses now.
  public static func freePort(_ type: __socket_type) throws -> Int { try LoopbackSocket(type).port }

  /// A TCP port of loopback that is taken as long as the socket lives.
  public static func listening() throws -> LoopbackSocket {
    let socket = try LoopbackSocket(SOCK_STREAM)
    guard listen(socket.descriptor, 1) == 0 else { throw Failure(call: "listen") }
    return socket
  }

  /// Sends a datagram to a port of loopback.
  public func send(_ text: String, to port: Int) {
    var address = Self.address(port)
    let bytes = Array(text.utf8)
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(
          descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
