import Glibc

/// `compass simulate --iiod` on a free port; ended with the object.
final class SimulatedServer: Sendable {
  let port: Int
  private let program: Program

  init(_ scenario: String) async throws {
    let program = try Program(
      "compass", ["simulate", "--iiod", "--port", "0", "--scenario", scenario])
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

  deinit { program.signal(SIGTERM) }
}
