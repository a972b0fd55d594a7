import Foundation
import Glibc
import HeadingTesting
import Testing

@testable import HeadingAuthorization

/// Which program is at the other end of a socket.
@Suite(.timeLimit(.minutes(5)))
struct PeerProgramTests {
  private func credentials(_ process: pid_t) -> PeerCredentials {
    PeerCredentials(process: process, user: getuid(), group: getgid())
  }

  /// Starts a program that waits until its input ends, and waits until it runs.
  private func start(_ path: String, _ arguments: [String] = []) throws -> (pid_t, Pipe) {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // It echoes what it reads: then it runs for sure.
    input.fileHandleForWriting.write(Data("x\n".utf8))
    _ = output.fileHandleForReading.availableData
    return (process.processIdentifier, input)
  }

  @Test func `the own process is identified by the path of its file`() throws {
    let program = try #require(PeerProgram(credentials(getpid()), handle: -1))
    #expect(
      program.executable
        == (try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")))
    #expect(program.user == getuid() && program.run.process == getpid() && program.run.start > 0)
    #expect(PeerProgram(credentials(0), handle: -1) == nil)
    #expect(PeerProgram(credentials(-1), handle: -1) == nil)
    // A handle that can be read is that of a process that has ended.
    let pipe = Pipe()
    let handle = pipe.fileHandleForReading.fileDescriptor
    #expect(PeerProgram(credentials(getpid()), handle: handle) != nil)
    pipe.fileHandleForWriting.write(Data([1]))
    #expect(PeerProgram(credentials(getpid()), handle: handle) == nil)
  }

  @Test func `a program whose file was replaced is not identified as the new one`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.url.appendingPathComponent("program").path
    try FileManager.default.copyItem(atPath: "/bin/cat", toPath: path)
    let (process, input) = try start(path)
    defer { withExtendedLifetime(input) { _ = kill(process, SIGKILL) } }
    #expect(PeerProgram(credentials(process), handle: -1)?.executable == path)
    try FileManager.default.removeItem(atPath: path)
    #expect(PeerProgram(credentials(process), handle: -1) == nil)
    try FileManager.default.copyItem(atPath: "/bin/cat", toPath: path)
    #expect(PeerProgram(credentials(process), handle: -1) == nil)
  }

  @Test(.enabled(if: ToolRun.isInstalled("bwrap"), "bubblewrap is not installed"))
  func `another file under a trusted path, in a container, is not that program`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let other = folder.url.appendingPathComponent("other").path
    try FileManager.default.copyItem(atPath: "/bin/cat", toPath: other)
    let trusted = "/usr/bin/true"
    let (bubble, input) = try start(
      ToolRun.path("bwrap") ?? "bwrap",
      ["--dev-bind", "/", "/", "--ro-bind", other, trusted, trusted])
    defer { withExtendedLifetime(input) { _ = kill(bubble, SIGKILL) } }
    // bwrap runs it as its child, or becomes it.
    let children = try String(
      contentsOfFile: "/proc/\(bubble)/task/\(bubble)/children", encoding: .utf8)
    let inside = children.split(separator: " ").first.flatMap { pid_t($0) } ?? bubble
    #expect(credentials(inside).executable == trusted)
    #expect(PeerProgram(credentials(inside), handle: -1) == nil)
  }
}
