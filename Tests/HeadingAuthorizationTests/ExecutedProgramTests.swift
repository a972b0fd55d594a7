import Foundation
import Glibc
import HeadingTesting
import Testing

@testable import HeadingAuthorization

/// A client whose process executes another program while its first session is open.
@Suite(.timeLimit(.minutes(5))) struct ExecutedProgramTests {
  @Test func `the new program gets an authorization of its own`() async throws {
    let folder = try TemporaryFolder()
    let decisions = DecisionStore(
      file: nil, administrator: folder.url.appendingPathComponent("authorization.json")
    ) { Issue.record("\($0)") }
    let authorizer = ProgramAuthorizer(
      scope: .announced, decisions: decisions, radios: RadioSwitches(folder: "/nonexistent"))
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "echo ready; read line; exec cat"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    defer { process.terminate() }
    let peer = PeerCredentials(
      process: process.processIdentifier, user: getuid(), group: getgid())

    _ = output.fileHandleForReading.availableData
    let first = try #require(await authorizer.enter(peer, handle: -1) {})
    // What `cat` echoes shows that it runs.
    input.fileHandleForWriting.write(Data("execute\nhello\n".utf8))
    _ = output.fileHandleForReading.availableData
    let second = try #require(await authorizer.enter(peer, handle: -1) {})

    #expect(first.program.executable != second.program.executable)
    #expect(first.center !== second.center)
    #expect(second.center.program == second.program.executable)
    authorizer.leave(first)
    authorizer.leave(second)
  }
}
