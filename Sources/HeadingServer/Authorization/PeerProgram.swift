import Foundation
import Glibc

/// The program at the other end of a Unix socket, as the kernel names it.
struct PeerProgram: Sendable, Hashable {
  /// One run of a program.
  struct Run: Sendable, Hashable {
    /// The process.
    var process: Int32
    /// When it began, in the kernel's ticks since boot: numbers of processes are used again.
    var start: UInt64
  }

  /// The executable's path.
  var executable: String
  /// The user it runs as.
  var user: UInt32
  /// The process.
  var run: Run
}

extension PeerProgram {
  /// Looks a peer up; `nil` if the kernel does not tell, or if what it tells is no program of this machine.
  ///
  /// The executable counts only if its path leads to the same file here: not if it was replaced since, and not
  /// if it is another file under that path in a container. What another user runs is told to a daemon with
  /// CAP_SYS_PTRACE only.
  ///
  /// - Parameters:
  ///   - credentials: Who connected.
  ///   - handle: The process as SO_PEERPIDFD gave it; -1 without. With it a process that has ended, and whose
  ///     number may be another's, is told from one that runs.
  init?(_ credentials: PeerCredentials, handle: CInt) {
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

  /// Field 22 of proc_pid_stat(5); the name before it may contain anything but is ended by the last `)`.
  private static func start(_ folder: String) -> UInt64? {
    guard let text = try? String(contentsOfFile: folder + "/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[end...].split(separator: " ")
    return fields.count > 20 ? UInt64(fields[20]) : nil
  }
}
