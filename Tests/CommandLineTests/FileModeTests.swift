import Foundation
import Glibc
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// Who reads what is written, whatever umask is set.
  struct FileModeTests {
    private let folder: TemporaryFolder
    private var path: String { folder.url.path }

    init() throws { folder = try TemporaryFolder() }

    /// A program under an umask, with a home of its own.
    private func words(_ umask: String, _ name: String, _ arguments: [String]) -> [String] {
      let script = "umask \(umask); exec \"$0\" \"$@\""
      return [
        "HOME=\(path)/home", "XDG_CONFIG_HOME=\(path)/home/.config",
        "HEADINGD_SOCKET=\(path)/none", "sh", "-c", script,
      ]
        + [Program.path(name)] + arguments
    }

    private func run(_ umask: String, _ arguments: String...) async throws {
      let run = try await Program.run("/usr/bin/env", words(umask, "compass", arguments))
      #expect(run.status == 0, "\(arguments): \(run.errors)")
    }

    /// Modes of everything below the folder, by path.
    private func modes() throws -> [String: mode_t] {
      var modes: [String: mode_t] = [:]
      for case let name as String in try #require(FileManager.default.enumerator(atPath: path)) {
        var status = stat()
        #expect(lstat(path + "/" + name, &status) == 0)
        modes[name] = status.st_mode & 0o7777
      }
      return modes
    }

    @Test(arguments: ["022", "0"])
    func `only the owner reads files with positions, and only the owner writes profiles`(
      umask: String
    )
      async throws
    {
      try folder.put(
        "public/config.yaml",
        """
        listen: {socket: \(path)/private/s}
        authorization: {file: \(path)/private/authorization.json}
        recorder: {folder: \(path)/private/new/flights, reserve: 1}
        """)
      try folder.put("private/socket/s.txt")
      let daemon = try Program(
        "/usr/bin/env",
        words(umask, "headingd", ["--simulate", "--config", path + "/public/config.yaml"]))
      defer { daemon.signal(SIGTERM) }
      let socket = path + "/private/s"
      try await Program.wait("socket; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      let profile = SharedData.packageRoot.appending(path: "Tests/Formats/0.1.0/profile-1.json")
        .path
      try await run(umask, "record", path + "/private/a.mcap", "--simulate", "--seconds", "1")
      try await run(
        umask, "replay", path + "/private/a.mcap", "--output", path + "/private/table.csv")
      try await run(umask, "record", path + "/private/b.mcap", "--socket", socket, "--seconds", "1")
      try await run(umask, "authorize", "allow", "/bin/sh", "--socket", socket)
      // Without a daemon: in the user's own file.
      try await run(umask, "authorize", "allow", "/bin/sh")
      try await run(umask, "profiles", "import", profile, "--sensor", "lis3mdl")
      try await run(umask, "bundle", path + "/private/report.tar.gz", "--socket", socket)
      daemon.signal(SIGTERM)
      _ = try await daemon.end()

      let modes = try modes()
      for name in [
        "private/a.mcap", "private/b.mcap", "private/table.csv", "private/report.tar.gz",
        "private/authorization.json",
        "private/new/flights/flight-00000001.mcap",
      ] {
        #expect(modes[name] == 0o600, "\(name): \(modes)")
      }
      #expect(modes["private/new/flights"] == 0o700 && modes["private/new"] == 0o700)
      #expect(modes["home/.config/headingd/authorization.json"] == 0o600, "\(modes)")
      let store = "home/.config/headingd/profiles"
      // The daemon, another user, reads what root keeps.
      let isRoot = geteuid() == 0
      #expect(modes[store] == (isRoot ? 0o755 : 0o700), "\(modes)")
      #expect(modes[store + "/lis3mdl.json"] == (isRoot ? 0o644 : 0o600), "\(modes)")
      for (name, mode) in modes where name.hasPrefix("home") {
        #expect(mode & 0o022 == 0, "\(name): \(String(mode, radix: 8))")
      }
    }
  }
}
