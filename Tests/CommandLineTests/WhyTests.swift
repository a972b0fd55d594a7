import Foundation
import Testing

extension CommandLineSuite {
  /// `compass why`, from the simulated hat and from a daemon.
  struct WhyTests {
    private static let place = [
      "--simulate", "--latitude", "37.7749", "--longitude", "-122.4194", "--date", "2026-06-01",
    ]

    @Test func `the object's terms add up to the bound of the true heading`() async throws {
      let run = try await Program.run("compass", ["why", "--json"] + Self.place)
      #expect(run.status == 0, "\(run.errors)")
      let object = try #require(Program.object(run.output), "\(run.output) \(run.errors)")
      let terms = try #require(object["terms"] as? [[String: Any]])
      let squares = terms.compactMap { $0["degrees"] as? Double }.map { $0 * $0 }
      let bound = try #require(object["true_heading_accuracy"] as? Double)
      #expect(bound > 0)
      // Each of seven terms and the bound are rounded to 0.001°.
      #expect(abs(squares.reduce(0, +).squareRoot() - bound) < 0.005)
    }

    @Test func `a daemon's bound is explained too`() async throws {
      let socket =
        FileManager.default.temporaryDirectory.path + "/why-\(UUID().uuidString.prefix(8)).sock"
      defer { try? FileManager.default.removeItem(atPath: socket) }
      let daemon = try Program("headingd", ["--simulate", "--socket", socket])
      defer { daemon.signal(SIGTERM) }
      try await Program.wait("socket; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      let run = try await Program.run("compass", ["why", "--socket", socket])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains(" = ") && run.output.contains("local field"))
    }
  }
}
