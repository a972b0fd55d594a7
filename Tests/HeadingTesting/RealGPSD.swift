import Foundation
import Glibc

/// A gpsd of this machine as a child, on a port of its own; ended with the object.
public final class RealGPSD {
  /// Where it is installed.
  public static let path = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether it is installed.
  public static let isInstalled = path != nil

  // The shell ends gpsd when its input ends: by stop(), or because this process is no more.
  // It does not wait for gpsd: it has inherited a signal mask that hides its end.
  private static let guardian = """
    "$@" & child=$!
    read -r forever
    kill -9 $child
    """

  private let process = Process()
  private let lifeline = Pipe()

  /// Starts gpsd for one receiver, given as gpsd names it (`udp://127.0.0.1:PORT`, `/dev/pts/3`).
  public init(port: Int, receiver: String) throws {
    // No other child may hold this end open.
    _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", Self.guardian, "sh"]
      + [Self.path ?? "/usr/sbin/gpsd", "-N", "-n", "-S", "\(port)", receiver]
    process.standardInput = lifeline
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
  }

  /// Kills gpsd, without waiting for its end.
  ///
  /// Foundation notices the end of a child only when no child started beside it lives any more, so
  /// waiting could block every thread that tests run on.
  public func stop() { try? lifeline.fileHandleForWriting.close() }

  deinit { stop() }
}
