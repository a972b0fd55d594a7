import Foundation
import Glibc
import Synchronization

/// One of the built programs, or an installed one, as a child that `timeout` or its terminal's end
/// ends at the latest.
///
/// Started without Foundation, whose `waitUntilExit` waits for every child started beside it. Threads
/// of its own read and wait, so that no task waits in a system call.
final class Program: Sendable {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private struct State {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var lines: [String] = []
    var openStreams = 2
    var status: Int32?
  }

  /// The folder of the test bundle, in which the programs that only tests use are too.
  private static let bundleFolder: String = {
    let bundle =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().path
  }()

  /// The folder of the built programs: `TESTED_PROGRAMS`, else that of the test bundle.
  static let folder: String = {
    if let folder = ProcessInfo.processInfo.environment["TESTED_PROGRAMS"] { return folder }
    let folder = bundleFolder
    // The daemon's name, which `make build` gives to the release build.
    let daemon = folder + "/headingd"
    if (try? FileManager.default.destinationOfSymbolicLink(atPath: daemon)) != "compass" {
      _ = unlink(daemon)
      _ = symlink("compass", daemon)
    }
    return folder
  }()

  /// The path of the built program under one of its names.
  static func path(_ name: String) -> String { folder + "/" + name }

  /// The path of a program that only tests use, which is not among those of `TESTED_PROGRAMS`.
  static func testPath(_ name: String) -> String { bundleFolder + "/" + name }

  /// POSIX_SPAWN_SETSID of spawn.h, which Swift's Glibc does not show.
  private static let newSession: Int16 = 0x80

  /// The process: the program on a terminal, else `timeout` around it, which passes signals on.
  let process: pid_t
  private let hasTerminal: Bool
  private let state: Mutex<State>

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - name: `compass`, `headingd`, or the path of another program.
  ///   - arguments: Its arguments.
  ///   - seconds: The longest time it may run without a terminal.
  ///   - terminal: What it has for standard input and output, in a session of its own; pipes if `nil`.
  /// - Throws: ``Failure`` if it cannot be started.
  init(
    _ name: String, _ arguments: [String], seconds: Int = 50, terminal: PseudoTerminal? = nil
  ) throws {
    let path = name.contains("/") ? name : Self.path(name)
    // A terminal ends its programs with the test. `timeout` there would pass Ctrl-C on, which the
    // program then got twice.
    let wrapper =
      terminal.map { ["/usr/bin/env", "TERM=\($0.kind)"] }
      ?? ["/usr/bin/timeout", "--foreground", "-k", "1", "\(seconds)"]
    let command = wrapper + [path] + arguments
    var output: [Int32] = [0, 0]
    var errors: [Int32] = [0, 0]
    guard pipe(&output) == 0, pipe(&errors) == 0 else {
      throw Failure(description: "no pipe: \(errno)")
    }
    for descriptor in output + errors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens becomes the session's.
    posix_spawn_file_actions_addopen(&actions, 0, terminal?.path ?? "/dev/null", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, terminal == nil ? output[1] : 0, 1)
    posix_spawn_file_actions_adddup2(&actions, errors[1], 2)
    // What else the test run has open is none of a child's business.
    for descriptor in 3..<256 {
      posix_spawn_file_actions_addclose(&actions, Int32(descriptor))
    }
    // The signals as a shell leaves them: the test's own process ignores and blocks some.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
        | (terminal == nil ? 0 : Self.newSession))
    var pointers: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    var child: pid_t = 0
    // Its own folder of what programs keep, so that tests neither share decisions nor find the user's.
    let kept = FileManager.default.temporaryDirectory.path + "/headingd-kept-\(UUID().uuidString)"
    var variables: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.merging(["XDG_STATE_HOME": kept]) { $1 }
      .map { strdup("\($0)=\($1)") }
    variables.append(nil)
    defer { for variable in variables { free(variable) } }
    let code = posix_spawn(&child, command[0], &actions, &attributes, pointers, variables)
    close(output[1])
    close(errors[1])
    guard code == 0 else {
      close(output[0])
      close(errors[0])
      throw Failure(description: "\(path): \(code)")
    }
    let identifier = child
    process = identifier
    hasTerminal = terminal != nil
    state = Mutex(State())
    let (outputEnd, errorEnd) = (output[0], errors[0])
    Thread.detachNewThread { [self] in read(outputEnd, isOutput: true) }
    Thread.detachNewThread { [self] in read(errorEnd, isOutput: false) }
    Thread.detachNewThread { [self] in
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
      if access(kept, F_OK) == 0 { try? FileManager.default.removeItem(atPath: kept) }
      let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
      state.withLock { $0.status = code }
    }
  }

  /// The program itself.
  func child() throws -> pid_t {
    if hasTerminal { return process }
    let children = try String(
      contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    guard let child = children.split(separator: " ").first.flatMap({ pid_t($0) }) else {
      throw Failure(description: "the program has no process")
    }
    return child
  }

  /// Sends a signal to the program itself; `timeout`, which passes signals on too, kills soon after one.
  func signalChild(_ number: Int32) throws { kill(try child(), number) }

  private func read(_ descriptor: Int32, isOutput: Bool) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var rest: [UInt8] = []
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      rest += chunk.prefix(count)
      var lines: [String] = []
      while let end = rest.firstIndex(of: 10) {
        lines.append(String(decoding: rest[..<end], as: UTF8.self))
        rest.removeFirst(end + 1)
      }
      state.withLock { state in
        if isOutput {
          state.output += chunk.prefix(count)
          state.lines += lines
        } else {
          state.errors += chunk.prefix(count)
        }
      }
    }
    close(descriptor)
    state.withLock { $0.openStreams -= 1 }
  }

  /// What it wrote on standard output so far.
  var output: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }

  /// What it wrote on standard error so far.
  var errors: String { state.withLock { String(decoding: $0.errors, as: UTF8.self) } }

  /// Sends it a signal.
  func signal(_ number: Int32) {
    state.withLock { if $0.status == nil { _ = kill(process, number) } }
  }

  /// Waits for a condition, at most half a minute; looks every 20 ms.
  static func wait<Value>(
    _ what: String, seconds: Double = 30, for value: () -> Value?
  ) async throws -> Value {
    let start = ContinuousClock.now
    while true {
      if let value = value() { return value }
      guard start.duration(to: .now) < .seconds(seconds) else {
        throw Failure(description: "no \(what) within \(seconds) s")
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Its exit status, 128 + the signal's number if one ended it, once it and its output have ended.
  func end(seconds: Double = 40) async throws -> Int32 {
    try await Self.wait("end of the program", seconds: seconds) {
      state.withLock { $0.openStreams == 0 ? $0.status : nil }
    }
  }

  /// Asks it to end, and waits until it has.
  func stop() async throws {
    signal(SIGTERM)
    _ = try await end()
  }

  /// The next update, of those that come from now on, for which a condition holds.
  func update(
    _ what: String, where holds: ([String: Any]) -> Bool = { _ in true }
  ) async throws -> [String: Any] {
    var seen = state.withLock { $0.lines.count }
    return try await Self.wait("update with \(what); \(errors)") {
      let new = state.withLock { Array($0.lines[seen...]) }
      seen += new.count
      for line in new {
        if let object = Self.object(line), holds(object) { return object }
      }
      return nil
    }
  }

  /// A text without its line breaks.
  static func unwrapped(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A line of JSON as an object.
  static func object(_ line: String) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
  }

  /// Runs a program to its end.
  static func run(
    _ name: String, _ arguments: [String], seconds: Int = 40
  ) async throws -> (status: Int32, output: String, errors: String) {
    let program = try Program(name, arguments, seconds: seconds)
    let status = try await program.end(seconds: Double(seconds) + 5)
    return (status, program.output, program.errors)
  }
}
