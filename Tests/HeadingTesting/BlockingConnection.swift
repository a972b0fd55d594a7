import Foundation
import Glibc

/// A TCP connection for tests that speak a protocol by hand; reads give up after five seconds.
public final class BlockingConnection {
  /// What went wrong with a connection.
  public enum Failure: Error {
    /// Nobody listens on the port.
    case refused
    /// The other side closed, or said nothing for five seconds.
    case ended
  }

  private let descriptor: Int32
  private var rest: [UInt8] = []

  private init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port)).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // All is initialized: throwing runs `deinit`, which closes; a second time it would be somebody else's descriptor.
    guard result == 0 else { throw Failure.refused }
  }

  deinit { close(descriptor) }

  /// Whether somebody listens on a port of this machine.
  public static func isListening(_ port: Int) -> Bool {
    (try? BlockingConnection(port: port)) != nil
  }

  /// Connects to a port of this machine; for threads that may wait.
  public static func open(port: Int) throws -> BlockingConnection {
    try BlockingConnection(port: port)
  }

  /// Talks to a port of this machine on a thread of its own, so that no task waits in a system call.
  public static func talk<Result: Sendable>(
    toPort port: Int, _ body: @escaping @Sendable (BlockingConnection) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Swift.Result { try body(try BlockingConnection(port: port)) })
      }
    }
  }

  /// Sends a text.
  public func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends bytes.
  public func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure.ended }
      sent += count
    }
  }

  /// The next line without its newline.
  public func line() throws -> String {
    while true {
      if let end = rest.firstIndex(of: 10) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeFirst(end + 1)
        return line
      }
      try fill()
    }
  }

  /// So many bytes.
  public func bytes(_ count: Int) throws -> [UInt8] {
    while rest.count < count { try fill() }
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }

  private func fill() throws {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { throw Failure.ended }
    rest += chunk.prefix(count)
  }
}
