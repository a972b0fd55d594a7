import FoundationEssentials
import Glibc

/// The program of a Unix socket's peer, as identified by the kernel.
package struct PeerProgram: Sendable, Hashable {
  /// A process, identified across reuse of its ID.
  package struct Run: Sendable, Hashable {
    /// The process.
    package var process: Int32
    /// Start time in kernel ticks since boot; distinguishes processes that reuse an ID.
    package var start: UInt64
  }

  /// The executable's path.
  package var executable: String
  /// The user it runs as.
  package var user: UInt32
  /// The process.
  package var run: Run
}

extension PeerProgram {
  /// Identifies a peer; `nil` if the kernel does not report it or its executable is not on this
  /// system.
  ///
  /// The executable is accepted only if its path resolves to the same file here: not if it was
  /// replaced, and not if it is another file at that path in a container. Processes of other users
  /// are visible only with CAP_SYS_PTRACE.
  ///
  /// - Parameters:
  ///   - credentials: The peer's credentials.
  ///   - handle: The process handle of SO_PEERPIDFD; -1 if there is none. It detects that the
  ///     process has ended and that its ID may be reused.
  package init?(_ credentials: PeerCredentials, handle: CInt) {
    let folder = "/proc/\(credentials.process)"
    guard credentials.process > 0, let start = Self.start(folder),
      let path = credentials.executable, path.hasPrefix("/"),
      let running = Self.file(folder + "/exe"), let here = Self.file(path), running == here,
      Self.start(folder) == start
    else { return nil }
    if handle >= 0 {
      var state = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&state, 1, 0) == 0 else { return nil }
    }
    executable = path
    user = credentials.user
    run = Run(process: credentials.process, start: start)
  }

  private static func file(_ path: String) -> [UInt64]? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  /// Reads field 22 of proc_pid_stat(5); the name before it may contain any character and ends at
  /// the last `)`.
  private static func start(_ folder: String) -> UInt64? {
    guard let text = try? String(contentsOfFile: folder + "/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[end...].split(separator: " ")
    return fields.count > 20 ? UInt64(fields[20]) : nil
  }
}
