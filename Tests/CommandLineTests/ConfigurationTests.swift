import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// `headingd --config`: checked, applied, read again.
  final class ConfigurationTests {
    private let folder: String

    init() throws {
      folder = FileManager.default.temporaryDirectory.path + "/hd-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private var file: String { folder + "/headingd.yaml" }

    private func write(_ yaml: String) throws {
      try Data(yaml.utf8).write(to: URL(fileURLWithPath: file))
    }

    @Test func `the shipped example is valid`() async throws {
      let example = SharedData.packageRoot.appendingPathComponent("packaging/headingd.yaml").path
      let run = try await Program.run("headingd", ["--config", example, "--check-config"])
      #expect(run.status == 0)
      #expect(run.output == "\(example) is in order\n")
    }

    @Test(arguments: [
      ("sensors:\n  scenario: nonsense\n", ":2:13: sensors.scenario: "),
      ("sensors:\n  gpsd: a b\n", ":2:9: sensors.gpsd: 'a b' is not HOST"),
      ("place:\n  date: 2026-02-30\n", ":2:9: place.date: '2026-02-30' is not a date"),
      ("sensors: {uri: 'ip:'}", ":1:16: sensors.uri: 'ip:' names no host"),
      ("sensors: {uri: 'ip::30431'}", ":1:16: sensors.uri: 'ip::30431' has no host, or a port"),
      ("listen:\n  prot: 1\n", ":2:3: listen.prot: is not known"),
      ("data:\n  model: wmm1900\n", ":2:10: data.model: 'wmm1900' is neither wmm2025"),
      ("data: {folder: models}\n", ":1:16: data.folder: 'models' is not an absolute path"),
      ("recorder: {folder: here}\n", ":1:20: recorder.folder: 'here' is not an absolute path"),
      (
        "recorder:\n  file_size: 200\n",
        ":2:14: recorder.file_size: is more than half of recorder.size"
      ),
    ])
    func `an invalid configuration ends with 78, before anything is opened`(
      yaml: String, expected: String
    ) async throws {
      try write(yaml)
      for arguments in [["--check-config"], ["--socket", folder + "/s"]] {
        let run = try await Program.run("headingd", ["--config", file] + arguments)
        #expect(run.status == 78)
        #expect(run.errors.contains(file + expected), "\(run.errors)")
      }
    }

    @Test func `all faults are listed in one run, in line order, without followers`() async throws {
      try write(
        """
        sensors: {uri: "ip:", profile: /nope.json}
        feed: {udp: 127.0.0.1}
        place: {latitude: 91, longitude: 3, date: 2026-13-01}
        data: {model: wmm2030, folder: /nope}
        outputs:
          nmea:
            - {to: nowhere}
        log: {level: loud}

        """)
      let run = try await Program.run("headingd", ["--config", file, "--check-config"])
      #expect(run.status == 78)
      let lines = run.errors.split(separator: "\n").map(String.init)
      let keys = [
        "sensors.uri", "sensors.profile", "feed.udp", "place.latitude", "place.date", "data.model",
        "data.folder", "outputs.nmea[0].to", "log.level",
      ]
      #expect(lines.count == keys.count, "\(run.errors)")
      for (line, key) in zip(lines, keys) { #expect(line.contains(": \(key): "), "\(line)") }
    }

    @Test func `a variable that nothing reads is named`() async throws {
      func check(_ variable: String) async throws -> (status: Int32, output: String, errors: String)
      {
        try await Program.run(
          "/usr/bin/env", [variable, Program.path("headingd"), "--check-config"])
      }
      let unknown = try await check("HEADINGD_SENSORS_URII=x")
      #expect(unknown.status == 78)
      #expect(unknown.errors.contains("$HEADINGD_SENSORS_URII: is not known"), "\(unknown.errors)")
      #expect(try await check("HEADINGD_SOCKET=/s").status == 0)
    }

    @Test func `names that this machine does not know are warnings of the check and the start`()
      async throws
    {
      try write(
        """
        sensors: {simulate: true}
        feed: {group: nosuch, socket: \(folder)/none/feed}
        listen: {group: nosuch}
        access: {full: ['user:nobodyx', 'user:root', 'group:4711']}

        """)
      let expected =
        [":2:15: feed.group: ", ":2:31: feed.socket: ", ":3:17: listen.group: "]
        + [":4:16: access.full: "]
      let run = try await Program.run("headingd", ["--config", file, "--check-config"])
      #expect(run.status == 0)
      for text in expected {
        #expect(run.errors.contains("warning: " + file + text), "\(run.errors)")
      }
      #expect(run.errors.split(separator: "\n").count == expected.count, "\(run.errors)")
      let daemon = try Program("headingd", ["--config", file, "--socket", folder + "/s"])
      _ = try await Program.wait("warnings; \(daemon.errors)") {
        expected.allSatisfy { daemon.errors.contains($0) } ? () : nil
      }
      daemon.signal(SIGTERM)
      #expect(try await daemon.end() == 0)
    }

    @Test func `the check reads the files that are named, too`() async throws {
      try Data("{".utf8).write(to: URL(fileURLWithPath: folder + "/profile.json"))
      for (yaml, expected) in [
        ("sensors:\n  profile: \(folder)/none.json\n", ":2:12: sensors.profile: "),
        ("sensors:\n  profile: \(folder)/profile.json\n", ":2:12: sensors.profile: "),
        ("data: {model: \(folder)/profile.json}\n", ":1:15: data.model: "),
      ] {
        try write(yaml)
        let run = try await Program.run("headingd", ["--config", file, "--check-config"])
        #expect(run.status == 78)
        #expect(run.errors.contains(file + expected), "\(run.errors)")
      }
    }

    @Test func `arguments override the environment, which overrides the file`() async throws {
      try write("listen:\n  socket: \(folder)/file\nsensors:\n  simulate: true\n")
      func daemon(_ words: [String]) throws -> Program {
        try Program("/usr/bin/env", words)
      }
      let program = Program.path("headingd")
      let variable = "HEADINGD_LISTEN_SOCKET=\(folder)/variable"
      for (words, socket) in [
        ([program, "--config", file], "file"), ([variable, program, "--config", file], "variable"),
        ([variable, program, "--config", file, "--socket", folder + "/argument"], "argument"),
      ] {
        let daemon = try daemon(words)
        try await Program.wait("socket \(socket); \(daemon.errors)") {
          FileManager.default.fileExists(atPath: folder + "/" + socket) ? () : nil
        }
        daemon.signal(SIGTERM)
        #expect(try await daemon.end() == 0)
      }
    }

    @Test func `SIGHUP applies changes, keeps readers, and refuses an invalid file`() async throws {
      func yaml(_ extra: String) -> String {
        "listen:\n  socket: \(folder)/s\nsensors:\n  simulate: true\n" + extra
      }
      try write(yaml("place: {latitude: 0, longitude: 0}\n"))
      let daemon = try Program("headingd", ["--config", file])
      defer { daemon.signal(SIGTERM) }
      try await Program.wait("socket; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: folder + "/s") ? () : nil
      }
      let reader = try Program("compass", ["--json", "--socket", folder + "/s"])
      defer { reader.signal(SIGTERM) }
      _ = try await reader.update("any")

      try write(yaml("place: {latitude: 95, longitude: 0}\n"))
      try daemon.signalChild(SIGHUP)
      try await Program.wait("complaint; \(daemon.errors)") {
        daemon.errors.contains("headingd.yaml:5:19: place.latitude") ? () : nil
      }
      _ = try await reader.update("any")

      try write(yaml("log: {level: debug}\n"))
      try daemon.signalChild(SIGHUP)
      try await Program.wait("reload; \(daemon.errors)") {
        daemon.errors.contains("was read again") ? () : nil
      }
      _ = try await reader.update("any")
      // The reader's connection was never lost.
      #expect(reader.errors.isEmpty, "\(reader.errors)")
    }
  }
}
