import Foundation
import Glibc
import HeadingTesting

/// A server on loopback that says something of its own to whoever connects, then listens or hangs up.
final class FakeServer: Sendable {
  private let socket: LoopbackSocket
  var port: Int { socket.port }

  /// Starts to listen; sends each client the bytes at once, then hangs up or keeps the line.
  init(saying bytes: [UInt8], hangsUp: Bool = false) throws {
    socket = try LoopbackSocket(SOCK_STREAM)
    listen(socket.descriptor, 4)
    let descriptor = socket.descriptor
    Thread.detachNewThread {
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        var sent = 0
        while sent < bytes.count {
          let count = bytes[sent...].withUnsafeBytes {
            Glibc.send(client, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
          }
          guard count > 0 else { break }
          sent += count
        }
        if hangsUp { close(client) }
      }
    }
  }

  /// Ends the server; connections stay as they are.
  func stop() { shutdown(socket.descriptor, CInt(SHUT_RDWR)) }

  deinit { stop() }
}
