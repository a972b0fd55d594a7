import Foundation
import Glibc
import Synchronization

/// A server of HTTP on loopback that sends the same bytes to each client.
final class LoopbackServer: Sendable {
  let port: UInt16
  private let descriptor: Int32
  private let received = Mutex<[String]>([])
  private let arrivals = AsyncStream.makeStream(of: Void.self)

  /// The heads of the requests.
  var requests: [String] { received.withLock { $0 } }

  /// Waits until the first request has come.
  func firstRequest() async { for await _ in arrivals.stream { return } }

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - status: The status of the answer.
  ///   - chunks: How often the body is sent.
  ///   - body: The body.
  ///   - pause: The time before each body, µs.
  ///   - answers: Whether it answers at all.
  init(
    status: String = "200 OK", chunks: Int = 1, body: String, pause: UInt32 = 0,
    answers: Bool = true
  ) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length)
        listen(listener, 8)
        getsockname(listener, $0, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    descriptor = listener
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(client, &bytes, bytes.count, 0)
        received.withLock {
          $0.append(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
        }
        arrivals.continuation.yield()
        guard answers else { continue }
        let head =
          "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
        var isOpen = Self.send(head, to: client)
        for _ in 0..<chunks where isOpen {
          if pause > 0 { usleep(pause) }
          isOpen = Self.send(body, to: client)
        }
        close(client)
      }
    }
  }

  deinit { stop() }

  func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private static func send(_ text: String, to client: Int32) -> Bool {
    let bytes = Array(text.utf8)
    return Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }
}
