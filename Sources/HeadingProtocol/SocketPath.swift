import FoundationEssentials

/// Path of the daemon's Unix socket: the system's or the user's.
public enum SocketPath {
  /// Path of the system's daemon; systemd creates the folder (`RuntimeDirectory=headingd`).
  public static let system = "/run/headingd/headingd.sock"

  /// Path of a user's own daemon, `$XDG_RUNTIME_DIR/headingd.sock`; `nil` without that variable.
  public static func user(_ environment: [String: String]) -> String? {
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
    return folder + "/headingd.sock"
  }

  /// Path for a daemon: the system's if its folder is writable, else the user's.
  ///
  /// `nil` if neither exists: the user must name a path (`--socket PATH`).
  public static func forServer(environment: [String: String]) -> String? {
    let folder = URL(fileURLWithPath: system).deletingLastPathComponent().path
    if FileManager.default.isWritableFile(atPath: folder) { return system }
    return user(environment)
  }

  /// Path for a client: `$HEADINGD_SOCKET` if it is set, even if that does not exist, else the
  /// first existing one of the two sockets; `nil` if there is none.
  public static func forClient(environment: [String: String]) -> String? {
    if let named = environment["HEADINGD_SOCKET"], !named.isEmpty { return named }
    return [system, user(environment)].compactMap(\.self)
      .first { FileManager.default.fileExists(atPath: $0) }
  }
}
