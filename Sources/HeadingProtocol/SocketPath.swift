import Foundation

/// Where the daemon's Unix socket is: the system's, else the user's.
public enum SocketPath {
  /// The system's daemon: the folder is made by systemd (`RuntimeDirectory=headingd`).
  public static let system = "/run/headingd/headingd.sock"

  /// The socket of a user's own daemon, `$XDG_RUNTIME_DIR/headingd.sock`; `nil` without that variable.
  public static func user(_ environment: [String: String]) -> String? {
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
    return folder + "/headingd.sock"
  }

  /// Where a daemon listens: the system's path if its folder can be written to, else the user's.
  ///
  /// `nil` if neither is there: the path must be given then (`--socket PATH`).
  public static func forServer(environment: [String: String]) -> String? {
    let folder = (system as NSString).deletingLastPathComponent
    if FileManager.default.isWritableFile(atPath: folder) { return system }
    return user(environment)
  }

  /// Where a client looks: `$HEADINGD_SOCKET` if it is set, whether it is there or not, else the first
  /// of the two sockets that is there; `nil` if none is.
  public static func forClient(environment: [String: String]) -> String? {
    if let named = environment["HEADINGD_SOCKET"], !named.isEmpty { return named }
    return [system, user(environment)].compactMap(\.self)
      .first { FileManager.default.fileExists(atPath: $0) }
  }
}
