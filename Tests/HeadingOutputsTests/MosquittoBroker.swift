import Foundation
import Glibc
import HeadingTesting

/// A mosquitto of this machine as a child, on a port of its own; ended with the object.
final class MosquittoBroker {
  /// Where it is installed.
  static let path = ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether it and its clients are installed.
  static let isInstalled =
    path != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/mosquitto_sub")

  let port: Int
  private let folder: TemporaryFolder
  private let child: GuardedChild

  /// Starts a broker for everybody, or with lines of its configuration, and waits until it listens.
  ///
  /// - Throws: `ETIMEDOUT` if it does not listen.
  init(port: Int? = nil, _ lines: String = "allow_anonymous true") async throws {
    self.port = try port ?? LoopbackSocket.freePort(SOCK_STREAM)
    folder = try TemporaryFolder()
    let file = try folder.put(
      "mosquitto.conf", "listener \(self.port) 127.0.0.1\nuser root\n\(lines)\n")
    child = try GuardedChild(Self.path ?? "/usr/sbin/mosquitto", ["-c", file])
    let limit = ContinuousClock.now + .seconds(20)
    while !isListening {
      // It ends at once if it does not know a line of its configuration.
      guard ContinuousClock.now < limit else { throw POSIXError(.ETIMEDOUT) }
      await Task.yield()
    }
  }

  private var isListening: Bool {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  /// Kills it.
  func stop() { child.stop() }
}
