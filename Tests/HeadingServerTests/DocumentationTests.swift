import Foundation
import Glibc
import HeadingProtocol
import HeadingServer
import HeadingTesting
import Testing

/// The examples of docs/protocol.md do what they promise.
@Suite(.timeLimit(.minutes(5)))
struct DocumentationTests {
  private static func isInstalled(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  /// A block of code in a language.
  private func example(_ language: String, _ index: Int = 0) throws -> String {
    let file = SharedData.packageRoot.appendingPathComponent("docs/protocol.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let blocks = text.components(separatedBy: "```")
    let found = blocks.filter { $0.hasPrefix(language + "\n") }
    let block = try #require(found.dropFirst(index).first)
    return String(block.dropFirst(language.count + 1))
  }

  /// Runs a program while the server publishes, and hands out its first lines.
  private func output(
    _ program: String, _ arguments: [String], of running: RunningServer, lines: Int
  ) async throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    // Not SIGTERM: the child inherits the signal mask of the pool's threads, which block it. Not
    // waited for: Foundation notices the end of a child only when those beside it have ended.
    defer { kill(process.processIdentifier, SIGKILL) }
    // Published until the program has said enough: when it is connected is its own affair.
    let publishing = Task {
      for number in 0... {
        running.server.publish(Message.at(Double(number)))
        do { try await Task.sleep(for: .milliseconds(20)) } catch { return }
      }
    }
    defer { publishing.cancel() }
    let descriptor = pipe.fileHandleForReading
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var text = ""
        while text.count(where: { $0 == "\n" }) < lines {
          let data = descriptor.availableData
          if data.isEmpty { break }
          text += String(decoding: data, as: UTF8.self)
        }
        continuation.resume(
          returning: text.split(separator: "\n").prefix(lines).map { String($0) })
      }
    }
  }

  @Test(.enabled(if: isInstalled("python3"), "python3 is not installed"))
  func `the client in Python reads the stream`() async throws {
    let running = try await RunningServer.start()
    let script = try example("python").replacingOccurrences(
      of: SocketPath.system, with: running.path)
    let lines = try await output("/usr/bin/env", ["python3", "-c", script], of: running, lines: 2)
    #expect(lines == ["no heading: starting", "no heading: starting"])
    await running.stop()
  }

  @Test(.enabled(if: isInstalled("socat"), "socat is not installed"))
  func `socat prints the stream`() async throws {
    let running = try await RunningServer.start()
    let command = try example("sh").replacingOccurrences(of: SocketPath.system, with: running.path)
    let lines = try await output("/bin/sh", ["-c", "exec " + command], of: running, lines: 3)
    #expect(lines.first?.contains("\"class\":\"greeting\"") == true)
    #expect(lines.last?.contains("magnetic_heading") == true)
    await running.stop()
  }

  @Test(.enabled(if: isInstalled("python3"), "python3 is not installed"))
  func `the Python client that requests changes of heading gets the first and no more`()
    async throws
  {
    let running = try await RunningServer.start()
    let script = try example("python", 1).replacingOccurrences(
      of: SocketPath.system, with: running.path)
    #expect(script.split(separator: "\n").count == 10)
    let lines = try await output("/usr/bin/env", ["python3", "-c", script], of: running, lines: 2)
    #expect(lines.first == "greeting")
    #expect(lines.last == "None None" || lines.last == "request")
    await running.stop()
  }

  @Test(.enabled(if: isInstalled("socat"), "socat is not installed"))
  func `socat sends a command and prints its answer`() async throws {
    let running = try await RunningServer.start()
    let command = try example("sh", 1)
      .replacingOccurrences(of: SocketPath.system, with: running.path)
      .replacingOccurrences(of: "\"class\":\"status\"", with: "\"class\":\"failure\"")
      // A machine that compiles beside it may take longer than a user's patience.
      .replacingOccurrences(of: "-t 5 ", with: "-t 300 ")
    let lines = try await output("/bin/sh", ["-c", command], of: running, lines: 1)
    // This server has no service behind it, so it follows no commands, and says so.
    #expect(lines.first?.contains("follows no commands") == true)
    await running.stop()
  }
}
