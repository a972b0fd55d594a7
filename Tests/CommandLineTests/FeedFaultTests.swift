import Foundation
import Glibc
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// What a person learns of a feed's sender that is wrong.
  struct FeedFaultTests {
    private static let declaration = """
      {"feed":1,"device":"rover","sensors":[{"name":"magn","quantity":"magnetic_field",\
      "unit":"microtesla","axes":"x=right,y=forward,z=up","range":400,"rate":50}]}
      """

    /// A program with a Unix socket that is connected to a feed.
    private static func sender(_ path: String, _ script: String) throws -> Program {
      try Program(
        "/usr/bin/python3",
        [
          "-c",
          """
          import socket, sys, time
          line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
          line.connect(sys.argv[1])
          def send(text): line.sendall(text.encode())
          \(script)
          """, path,
        ])
    }

    private static func compass(_ path: String) async throws -> Program {
      let compass = try Program("compass", ["--feed", "unix:" + path, "--gpsd", "none", "--json"])
      _ = try await Program.wait("socket; \(compass.errors)") {
        FileManager.default.fileExists(atPath: path) ? () : nil
      }
      return compass
    }

    private static func end(_ program: Program) async throws {
      program.signal(SIGTERM)
      _ = try await program.end()
    }

    @Test(arguments: [
      ("hello", "'hello' does not begin with {"), (#"{"feed":1,"#, "does not end with }"),
      ("{'feed':1}", "is no valid JSON"), (#"{"magn":[1,2,3]}"#, "without a declaration"),
      (declaration.replacingOccurrences(of: #","range":400"#, with: ""), "`sensors[0].range`"),
      (declaration.replacingOccurrences(of: ":50", with: #":"50""#), "is not a number"),
      (declaration.replacingOccurrences(of: "rover", with: "ro ver"), "no valid device"),
      (
        declaration.replacingOccurrences(of: "right", with: "rigth"),
        "'rigth' is no direction; the directions are right, left, forward, backward, up, down"
      ),
      (declaration.replacingOccurrences(of: "microtesla", with: "mT"), "the unit 'mT', which is"),
      ("{" + String(repeating: "x", count: 5000), "longer than a line's 4096"),
    ])
    func `a fault before the first declaration is told on both sides`(
      line: String, reason: String
    ) async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.path + "/feed"
      let compass = try await Self.compass(path)
      let sender = try Self.sender(
        path, "send('''\(line)\n''')\nprint(line.recv(4096).decode(), flush=True)")
      #expect(try await sender.end() == 0, "\(sender.errors)")
      let reply = try #require(Program.object(sender.output), "\(sender.output)")
      #expect((reply["error"] as? String)?.contains(reason) ?? false, "\(reply)")
      _ = try await Program.wait("the notice; \(compass.errors)") {
        compass.errors.contains(reason) ? () : nil
      }
      try await Self.end(compass)
    }

    @Test func `a declaration without its line end is reported at the end of the connection`()
      async throws
    {
      let folder = try TemporaryFolder()
      let path = folder.url.path + "/feed"
      let compass = try await Self.compass(path)
      let sender = try Self.sender(path, "send('''\(Self.declaration)''')")
      #expect(try await sender.end() == 0)
      _ = try await Program.wait("the notice; \(compass.errors)") {
        compass.errors.contains("a line ends with a line feed") ? () : nil
      }
      try await Self.end(compass)
    }
  }
}
