import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// What is shipped says what it is made of.
  struct ShippedTests {
    private static let root = SharedData.packageRoot
    private static let pinned = root.appending(path: "packaging/Package.resolved")

    private struct Resolved: Codable {
      struct Pin: Codable {
        struct State: Codable {
          var revision: String
          var version: String
        }
        var identity: String
        var kind: String
        var location: String
        var state: State
      }
      var originHash: String
      var pins: [Pin]
      var version: Int
    }

    private struct Bill: Decodable {
      struct Package: Decodable {
        var name: String
        var versionInfo: String
        var downloadLocation: String
        var licenseDeclared: String
      }
      var spdxVersion: String
      var documentNamespace: String
      var packages: [Package]
    }

    private func resolved(_ file: URL = pinned) throws -> Resolved {
      try JSONDecoder().decode(Resolved.self, from: Data(contentsOf: file))
    }

    private func sbom(
      _ arguments: [String] = []
    ) async throws -> (status: Int32, output: String, errors: String) {
      let script = Self.root.appending(path: "packaging/sbom").path
      return try await Program.run("/usr/bin/env", ["python3", script] + arguments)
    }

    @Test func `the bill of materials has every dependency with version, commit and licence`()
      async throws
    {
      let run = try await sbom()
      #expect(run.status == 0, "\(run.errors)")
      let bill = try JSONDecoder().decode(Bill.self, from: Data(run.output.utf8))
      #expect(bill.spdxVersion == "SPDX-2.3")
      for pin in try resolved().pins {
        let package = try #require(bill.packages.first { $0.name == pin.identity })
        #expect(package.versionInfo == pin.state.version)
        #expect(package.downloadLocation.hasSuffix("@" + pin.state.revision))
        #expect(!package.licenseDeclared.isEmpty)
      }
      #expect(
        Set(bill.packages.map(\.name)).isSuperset(of: ["headingd", "swift-runtime", "libiio"]))
      #expect(try await sbom().output == run.output)
    }

    @Test func `the built dependencies are the pinned ones, and have a licence`() async throws {
      let used = Self.root.appending(path: "Package.resolved")
      let run = try await sbom(["--resolved", used.path])
      #expect(run.status == 0, "\(run.errors)")
    }

    @Test func `another revision and an unknown dependency are named`() async throws {
      let folder = try TemporaryFolder()
      var changed = try resolved()
      changed.pins[0].state.revision = "0000"
      changed.pins.append(changed.pins[1])
      changed.pins[changed.pins.count - 1].identity = "unheard-of"
      let file = folder.url.appending(path: "Package.resolved")
      try JSONEncoder().encode(changed).write(to: file)
      let run = try await sbom(["--resolved", file.path])
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.errors.contains("\(changed.pins[0].identity) is pinned to"))
      #expect(run.errors.contains("unheard-of is pinned to None"))
    }
  }
}
