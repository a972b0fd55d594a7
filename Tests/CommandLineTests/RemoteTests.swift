import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// `compass --connect` to a daemon on the network.
  final class RemoteTests {
    private let files: TestCertificates
    private let port: Int
    private let socket: String

    init() throws {
      files = try TestCertificates()
      port = try LoopbackSocket.freePort(SOCK_STREAM)
      socket = files.path("s")
      try files.put(
        "headingd.yaml",
        """
        listen:
          socket: \(socket)
          tcp:
            {address: "::1", port: \(port), certificate: \(files.path("server.pem")),
            key: \(files.path("server.key")), token_file: \(files.path("token"))}
        """)
    }

    private func compass(
      _ arguments: [String], ca: String = "server.pem", token: String = "token"
    ) async throws -> (status: Int32, output: String, errors: String) {
      let result = try await Program.run(
        "compass",
        arguments + [
          "--connect", "[::1]:\(port)", "--ca", files.path(ca), "--token-file", files.path(token),
        ])
      return (result.status, result.output, result.errors)
    }

    @Test func `every reader of the daemon reads it through TLS, and says what is wrong`()
      async throws
    {
      let daemon = try Program(
        "headingd", ["--simulate", "--gpsd", "none", "--config", files.path("headingd.yaml")])
      defer { daemon.signal(SIGTERM) }
      try await Program.wait("port; \(daemon.errors)") {
        daemon.errors.contains("listening address=::1") ? () : nil
      }
      let heading = try await compass(["--once", "--json"])
      #expect(heading.status == 0, "\(heading.errors)")
      #expect(Program.object(heading.output)?["magnetic_heading"] is Double)
      #expect(try await compass(["status"]).output.contains("SIMULATED"))
      #expect(try await compass(["why"]).status == 0)
      let order = try await compass(["calibrate", "accept"])
      #expect(order.status == 77 && order.errors.contains("may not give orders"))
      let recording = files.path("r.mcap")
      let record = try await compass(["record", recording, "--seconds", "1"])
      #expect(record.status == 77 && record.errors.contains("access.remote"), "\(record)")
      #expect(!record.errors.contains("recording into"), "\(record)")
      #expect(!FileManager.default.fileExists(atPath: recording))
      for (arguments, status, text) in [
        (("other.pem", "token"), 69, "not one that is trusted"),
        (("server.pem", "wrong"), 77, "this token is not the one"),
        (("server.pem", "nothing"), 66, "cannot be used"),
      ] as [((String, String), Int32, String)] {
        for command in [["status"], ["--json"], ["record", recording]] {
          let result = try await compass(command, ca: arguments.0, token: arguments.1)
          #expect(result.status == status && result.errors.contains(text), "\(result)")
          #expect(result.output.isEmpty && !result.errors.contains("0123456789abcdef"))
        }
      }
      #expect(!daemon.errors.contains("0123456789abcdef"))
    }

    @Test(arguments: [
      (["--ca", "x"], "add --connect HOST"), (["--unencrypted"], "add --connect HOST"),
      (["--connect", "/run/s", "--token-file", "x"], "add --connect HOST"),
      (["--connect", "robot", "--ca", "x", "--unencrypted"], "leave it or --unencrypted out"),
      (["--connect", "robot", "--key", "x"], "belong together"),
    ])
    func `options that do not fit are refused`(arguments: [String], text: String) async throws {
      let result = try await Program.run("compass", ["status"] + arguments)
      #expect(result.status == 64 && Program.unwrapped(result.errors).contains(text), "\(result)")
    }

    @Test func `the check of a configuration names unusable files and those that all can read`()
      async throws
    {
      let check = ["--config", files.path("headingd.yaml"), "--check-config"]
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o604], ofItemAtPath: files.path("token"))
      let doubtful = try await Program.run("headingd", check)
      #expect(doubtful.status == 0 && doubtful.errors.contains("listen.tcp.token_file: every user"))
      try files.replace("server.key", by: "other.key")
      let wrong = try await Program.run("headingd", check)
      #expect(wrong.status == 78 && wrong.errors.contains(":5:10: listen.tcp.key: "), "\(wrong)")
    }
  }
}
