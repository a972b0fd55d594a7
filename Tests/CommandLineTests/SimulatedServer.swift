import Foundation
import Testing

/// `compass simulate --iiod`; ended with the object.
final class SimulatedServer: Sendable {
  let port: Int
  private let program: Program

  /// Starts it on a port; 0 takes a free one.
  ///
  /// `environment` is added to the test's own, as `NAME=value`.
  init(_ scenario: String, port wanted: Int = 0, environment: [String] = []) async throws {
    let program = try Program(
      "/usr/bin/env",
      environment + [
        Program.path("compass"), "simulate", "--iiod", "--port", "\(wanted)", "--scenario",
        scenario,
      ])
    self.program = program
    port = try await Program.wait("port of the server") {
      let words = program.errors.split { $0 == ":" || $0 == ";" || $0 == "\n" }
      guard let index = words.firstIndex(where: { $0.hasPrefix("listening on") }) else {
        return nil
      }
      return index + 1 < words.count ? Int(words[index + 1]) : nil
    }
  }

  var uri: String { "ip:127.0.0.1:\(port)" }

  /// Its resident memory.
  func residentMegabytes() throws -> Double {
    let status = try String(contentsOfFile: "/proc/\(program.child())/statm", encoding: .utf8)
    let pages = status.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    return try #require(pages) * 4096 / 1_048_576
  }

  /// Ends it, and waits for its end.
  func stop() async throws {
    program.signal(SIGTERM)
    _ = try await program.end()
  }

  deinit { program.signal(SIGTERM) }
}
