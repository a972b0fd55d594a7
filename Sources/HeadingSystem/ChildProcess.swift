import FoundationEssentials
import Glibc

/// A program that this one starts and collects.
package struct ChildProcess: Sendable {
  /// Standard output of the child, if it is read.
  package let output: OpenFile?

  /// Standard error of the child, if it is read.
  package let errors: OpenFile?

  private let process: pid_t

  /// Starts a program with this one's environment and an empty standard input.
  ///
  /// - Parameters:
  ///   - program: The executable's path.
  ///   - arguments: Its arguments.
  ///   - readsOutput: Whether ``output`` is read; otherwise it is discarded.
  ///   - readsErrors: Whether ``errors`` is read; otherwise it is discarded.
  /// - Throws: `POSIXError` of the system.
  package init(
    _ program: String, _ arguments: [String], readsOutput: Bool = false, readsErrors: Bool = false
  ) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    let pipes = [try readsOutput ? Self.pipe() : nil, try readsErrors ? Self.pipe() : nil]
    for (target, pipe) in zip([STDOUT_FILENO, STDERR_FILENO], pipes) {
      if let pipe {
        unsafe posix_spawn_file_actions_adddup2(&actions, pipe.write.descriptor, target)
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_WRONLY, 0)
      }
    }
    // libiio's sockets would stay open in the child.
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    for descriptor in descriptors.compactMap(Int32.init) where descriptor > STDERR_FILENO {
      unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    // The signals that this program handles or blocks have their defaults in the child.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map {
      unsafe strdup($0)
    }
    unsafe words.append(nil)
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var child = pid_t()
    let code = unsafe posix_spawn(&child, program, &actions, &attributes, words, environ)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    (process, output, errors) = (child, pipes[0]?.read, pipes[1]?.read)
  }

  private static func pipe() throws -> (read: OpenFile, write: OpenFile) {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    return (OpenFile(ends[0]), OpenFile(ends[1]))
  }

  /// Asks the child to end.
  package func terminate() { kill(process, SIGTERM) }

  /// Waits for the end of the child; call once.
  ///
  /// - Returns: Its exit status; 128 and the signal if a signal ended it.
  package func wait() -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 { if errno != EINTR { return -1 } }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}
