import Foundation
import Glibc

/// A gpsd of this machine as a child, on a port of its own; ended with the object.
final class RealGPSD {
  static let path = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static let isInstalled = path != nil

  private let process = Process()

  /// Starts gpsd for one receiver, given as gpsd names it (`udp://127.0.0.1:PORT`, `/dev/pts/3`).
  init(port: Int, receiver: String) throws {
    process.executableURL = URL(fileURLWithPath: Self.path ?? "/usr/sbin/gpsd")
    process.arguments = ["-N", "-n", "-S", "\(port)", receiver]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
  }

  /// Ends gpsd and waits for it.
  func stop() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  deinit { stop() }
}
