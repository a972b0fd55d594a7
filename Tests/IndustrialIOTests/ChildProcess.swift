import Glibc
import Synchronization

/// A child process, started without Foundation, whose `waitUntilExit` can hang off the main thread.
final class ChildProcess: Sendable {
  private let identifier: Mutex<pid_t>

  /// Starts a program; its output is discarded.
  init(_ command: [String]) throws(ChildProcessError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in 0...2 {
      posix_spawn_file_actions_addopen(&actions, Int32(descriptor), "/dev/null", O_RDWR, 0)
    }
    // A child does not inherit locks and sockets of the test run.
    for descriptor in 3..<64 { posix_spawn_file_actions_addclose(&actions, Int32(descriptor)) }
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, command[0], &actions, nil, arguments, environ)
    guard code == 0 else { throw ChildProcessError(command: command, code: code) }
    identifier = Mutex(child)
  }

  /// Runs a program to its end.
  static func run(_ command: String...) throws(ChildProcessError) { try run(command) }

  /// Runs a program to its end.
  static func run(_ command: [String]) throws(ChildProcessError) {
    let code = try ChildProcess(command).wait()
    guard code == 0 else { throw ChildProcessError(command: command, code: code) }
  }

  deinit { kill() }

  /// Waits for its end; returns the raw wait status.
  @discardableResult
  func wait() -> Int32 {
    identifier.withLock { identifier in
      var status: Int32 = 0
      if identifier > 0 { waitpid(identifier, &status, 0) }
      identifier = 0
      return status
    }
  }

  /// Ends it at once.
  func kill() {
    identifier.withLock { if $0 > 0 { _ = Glibc.kill($0, SIGKILL) } }
    wait()
  }
}

/// A program that could not be started or failed.
struct ChildProcessError: Error {
  let command: [String]
  let code: Int32
}
