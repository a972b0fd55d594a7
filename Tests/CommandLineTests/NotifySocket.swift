import Foundation
import Glibc
import Synchronization

/// The service manager's end of sd_notify(3): collects what a service tells.
final class NotifySocket: Sendable {
  let path: String
  private let descriptor: Int32
  private let states = Mutex<[String]>([])

  /// Every line that was told so far.
  var told: [String] { states.withLock { $0 } }

  init(in folder: String) throws {
    path = folder + "/notify"
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = descriptor
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Program.Failure(description: "no notify socket: \(errno)") }
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        // An empty datagram is the test's own: the end.
        guard count > 0 else { return }
        let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
        states.withLock { $0 += lines.map(String.init) }
      }
    }
  }

  /// Ends the collecting.
  func close() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    Glibc.close(descriptor)
  }
}
