import Foundation

/// A gpsd of this machine as a child, on a port of its own; ended with the object.
public final class RealGPSD {
  /// Where it is installed.
  public static let path = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether it is installed.
  public static let isInstalled = path != nil

  private let child: GuardedChild

  /// Starts gpsd for one receiver, given as gpsd names it (`udp://127.0.0.1:PORT`, `/dev/pts/3`).
  public init(port: Int, receiver: String) throws {
    child = try GuardedChild(
      Self.path ?? "/usr/sbin/gpsd", ["-N", "-n", "-S", "\(port)", receiver])
  }

  /// Kills gpsd, without waiting for its end.
  public func stop() { child.stop() }
}
