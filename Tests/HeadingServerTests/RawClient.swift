import Foundation
import Glibc

/// A client that does as it likes: reads or not, sends what no client should.
final class RawClient: Sendable {
  struct Failure: Error { var call: String }

  private let descriptor: CInt

  init(path: String) throws {
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let descriptor = descriptor
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Failure(call: "connect") }
  }

  deinit { close(descriptor) }

  /// Sends as much as the other side takes.
  func send(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Ends the sending side.
  func finishSending() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Reads lines until one meets the condition, which is handed out last, or the other side hangs up.
  func lines(until condition: @escaping @Sendable (String) -> Bool = { _ in false }) async
    -> [String]
  {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var lines: [String] = []
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
          let count = read(descriptor, &buffer, buffer.count)
          guard count > 0 else { return continuation.resume(returning: lines) }
          for byte in buffer[..<count] {
            guard byte == UInt8(ascii: "\n") else {
              line.append(byte)
              continue
            }
            lines.append(String(decoding: line, as: UTF8.self))
            line = []
            if condition(lines[lines.count - 1]) { return continuation.resume(returning: lines) }
          }
        }
      }
    }
  }
}
