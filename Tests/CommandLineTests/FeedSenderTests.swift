import Foundation
import Glibc
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// What a sender on a Unix socket may do.
  struct FeedSenderTests {
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

    @Test func `a second device on a connection takes the first one's place, and both are named`()
      async throws
    {
      let folder = try TemporaryFolder()
      let path = folder.url.path + "/feed"
      let compass = try await Self.compass(path)
      let second = Self.declaration.replacingOccurrences(of: "rover", with: "boat")
        .replacingOccurrences(of: "magnetic_field", with: "acceleration")
        .replacingOccurrences(of: "microtesla", with: "m/s2")
      // Within a second it is refused; repeated after one, it is accepted.
      let sender = try Self.sender(
        path,
        """
        send('''\(Self.declaration)\n''')
        send('''\(second)\n''')
        print(line.recv(4096).decode(), flush=True)
        while True:
          time.sleep(0.3)
          send('''\(second)\n''')
        """)
      _ = try await Program.wait("the second; \(compass.errors)") {
        compass.errors.contains("boat on unix:\(path) delivers magn (acceleration)") ? () : nil
      }
      #expect(sender.output.contains("more often than once a second"))
      #expect(
        compass.errors.contains(
          "rover on unix:\(path) is gone, because its sender declares boat in its place: "
            + "no magn (magnetic_field)"), "\(compass.errors)")
      try await Self.end(sender)
      try await Self.end(compass)
    }
  }
}
