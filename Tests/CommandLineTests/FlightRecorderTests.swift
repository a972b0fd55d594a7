import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// The daemon's flight recorder, on a disk of its own that fills up, and `compass bundle`.
  final class FlightRecorderTests {
    private let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    private var folder: String { temporary.url.path }
    private var socket: String { folder + "/s" }

    private func write(_ extra: String, flights: String) throws -> String {
      try temporary.put(
        "headingd.yaml",
        """
        # Our house is at 47.376913, 8.541712.
        listen: {socket: \(socket)}
        sensors: {scenario: pose}
        place: {latitude: 47.376913, longitude: 8.541712}
        recorder: {folder: \(flights), size: 2, file_size: 1, reserve: 0}
        \(extra)
        """)
    }

    private func recorder() async throws -> String? {
      let run = try await Program.run("compass", ["status", "--json", "--socket", socket])
      return Program.object(run.output)?["recorder"] as? String
    }

    private func wait(for state: String) async throws {
      let start = ContinuousClock.now
      var last: String?
      while start.duration(to: .now) < .seconds(20) {
        last = try? await recorder()
        if last == state { return }
      }
      throw Program.Failure(description: "the recorder is \(last ?? "silent"), not \(state)")
    }

    @Test(
      .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/bwrap")))
    func `a full disk stops only the recorder, which continues when there is space`()
      async throws
    {
      let flights = folder + "/flights"
      try FileManager.default.createDirectory(atPath: flights, withIntermediateDirectories: true)
      let configuration = try write("", flights: flights)
      // A disk of 900 kB: once the ballast is there it is full.
      let script = """
        "\(Program.path("headingd"))" --config "\(configuration)" & daemon=$!
        until [ "$(cat "\(flights)"/*1.mcap | wc -c)" -gt 60000 ]; do sleep 0.05; done
        touch "\(folder)/begun"
        until [ -e "\(folder)/fill" ]; do sleep 0.05; done
        cat /dev/zero > "\(flights)/ballast"
        until [ -e "\(folder)/free" ]; do sleep 0.05; done
        rm "\(flights)/ballast"
        until [ "$(cat "\(flights)"/*2.mcap | wc -c)" -gt 60000 ]; do sleep 0.05; done
        cp "\(flights)"/flight-*.mcap "\(folder)"
        kill $daemon; wait $daemon
        """
      let daemon = try Program(
        "/usr/bin/bwrap",
        ["--dev-bind", "/", "/", "--size", "900000", "--tmpfs", flights, "sh", "-c", script])
      defer { daemon.signal(SIGTERM) }
      try await Program.wait("socket; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      try await Program.wait("recording; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: folder + "/begun") ? () : nil
      }
      #expect(try await recorder() == "recording")
      try temporary.put("fill")
      try await wait(for: "disk_full")
      #expect(daemon.errors.contains("the disk is full: the flight recorder waits"))
      // The stream goes on, and what was recorded stays.
      let reader = try Program("compass", ["--json", "--socket", socket])
      defer { reader.signal(SIGTERM) }
      _ = try await reader.update("any")
      try temporary.put("free")
      #expect(try await daemon.end() == 0)
      #expect(daemon.errors.contains("records again"))
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".mcap") }.sorted()
      #expect(files.count == 2)
      let replay = try await Program.run(
        "compass", ["replay"] + files.map { folder + "/" + $0 } + ["--json"])
      #expect(replay.status == 0, "\(replay.errors)")
      #expect(replay.output.split(separator: "\n").count > 50)
    }

    private static let python = PythonPackage.python(with: "mcap")

    /// Reads samples from the socket for two seconds, ends the daemon, and looks for them in its file
    /// with the package mcap: between the first and the last, each is there once and nothing else is.
    private static let comparison = """
      import collections, glob, json, os, signal, socket, sys, time
      from mcap.reader import make_reader
      path, flights, daemon = sys.argv[1], sys.argv[2], int(sys.argv[3])
      stream = socket.socket(socket.AF_UNIX)
      stream.connect(path)
      stream.sendall(b'{"class":"request","contents":["samples"],"delivery":"all"}\\n')
      sent, end = [], time.monotonic() + 2
      for line in stream.makefile():
          message = json.loads(line)
          if message.get("class") == "sample":
              sent.append((message["sensor"], round(message["boot_time"] * 1e6)))
          if time.monotonic() > end:
              break
      os.kill(daemon, signal.SIGTERM)
      # Its files are whole once it has ended: a process that has keeps no executable.
      while os.path.exists(f"/proc/{daemon}/exe"):
          time.sleep(0.02)
      kinds = {"magnetic_field": "magnetometer", "acceleration": "accelerometer",
               "angular_rate": "gyroscope", "pressure": "barometer"}
      written, topics = [], collections.Counter()
      for name in sorted(glob.glob(flights + "/*.mcap")):
          with open(name, "rb") as file:
              for schema, channel, message in make_reader(file).iter_messages(log_time_order=False):
                  topics[channel.topic] += 1
                  event = json.loads(message.data)
                  if channel.topic == "/events" and event["kind"] in kinds:
                      written.append((kinds[event["kind"]], round(event["time"] / 1e3)))
      part = written[written.index(sent[0]):written.index(sent[-1]) + 1]
      print(json.dumps({"sent": len(sent), "same": part == sent, "topics": topics}))
      """

    @Test(.enabled(if: python != nil, "the Python package mcap is not installed"))
    func `the package mcap finds every sample of the clients in the daemon's file`()
      async throws
    {
      let flights = folder + "/flights"
      let daemon = try Program("headingd", ["--config", try write("", flights: flights)])
      defer { daemon.signal(SIGTERM) }
      try await wait(for: "recording")
      let run = try await ToolRun.run(
        "env",
        [try #require(Self.python), "-c", Self.comparison, socket, flights, "\(daemon.process)"])
      #expect(run.status == 0, "\(run.errors)")
      let found = try #require(Program.object(run.text))
      #expect(found["same"] as? Bool == true, "\(run.text)")
      #expect((found["sent"] as? Int ?? 0) > 200, "\(run.text)")
      let topics = try #require(found["topics"] as? [String: Int])
      #expect(topics["/heading"] ?? 0 > 5)
      #expect(topics["/setup"] ?? 0 > 0)
      #expect(try await daemon.end() == 0)
    }

    @Test func `a replay of the recorder's files prints a reader's lines, bit for bit`()
      async throws
    {
      let flights = folder + "/flights"
      let daemon = try Program("headingd", ["--config", try write("", flights: flights)])
      defer { daemon.signal(SIGTERM) }
      try await wait(for: "recording")
      let reader = try Program("compass", ["--json", "--socket", socket])
      defer { reader.signal(SIGTERM) }
      try await Program.wait("lines; \(reader.errors)") {
        reader.output.count(where: { $0 == "\n" }) > 200 ? () : nil
      }
      daemon.signal(SIGTERM)
      #expect(try await daemon.end() == 0)
      let files = try FileManager.default.contentsOfDirectory(atPath: flights).sorted()
      let replay = try await Program.run(
        "compass", ["replay"] + files.map { flights + "/" + $0 } + ["--json"])
      #expect(replay.status == 0, "\(replay.errors)")
      let again = Set(replay.output.split(separator: "\n"))
      let lines = reader.output.split(separator: "\n")
      #expect(lines.allSatisfy { again.contains($0) })
      #expect(lines.allSatisfy { $0.contains("\"simulated\":true") })
      #expect(lines.allSatisfy { !$0.contains("\"steer\":null") })
    }

    @Test func `a bundle has the data of a report, and no position if requested`()
      async throws
    {
      let flights = folder + "/flights"
      let configuration = try write("state: {file: \(folder)/state.json}", flights: flights)
      let daemon = try Program("headingd", ["--config", configuration])
      defer { daemon.signal(SIGTERM) }
      try await Program.wait("socket; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      try await wait(for: "recording")
      for arguments in [[], ["--no-position"]] {
        let archive = folder + "/report.tar.gz"
        let run = try await Program.run(
          "compass",
          ["bundle", archive, "--config", configuration, "--socket", socket] + arguments)
        #expect(run.status == 0, "\(run.errors)")
        let tar = try await Program.run("/usr/bin/tar", ["-xzf", archive, "-C", folder])
        #expect(tar.status == 0, "\(tar.errors)")
        let report = folder + "/headingd-report"
        defer { try? FileManager.default.removeItem(atPath: report) }
        func text(_ name: String) throws -> String {
          String(
            decoding: try Data(contentsOf: URL(fileURLWithPath: report + "/" + name)), as: UTF8.self
          )
        }
        let names = try FileManager.default.subpathsOfDirectory(atPath: report)
        for name in ["about.txt", "contents.txt", "headingd.yaml", "status.json", "stream.jsonl"] {
          #expect(names.contains(name), "\(names)")
        }
        let flight = try #require(names.first { $0.hasSuffix(".mcap") })
        #expect(try text("contents.txt").contains(flight))
        let found = try names.filter { name in
          var isFolder: ObjCBool = false
          _ = FileManager.default.fileExists(atPath: report + "/" + name, isDirectory: &isFolder)
          guard !isFolder.boolValue else { return false }
          let text = try text(name)
          return ["47.3769", "8.5417", "37.7749", "122.419"].contains { text.contains($0) }
        }
        if arguments.isEmpty {
          #expect(found.contains("headingd.yaml") && found.contains(flight))
        } else {
          #expect(found.isEmpty, "\(found) tell the place")
        }
        // What is left can be replayed.
        let replay = try await Program.run("compass", ["replay", report + "/" + flight, "--json"])
        #expect(replay.status == 0, "\(replay.errors)")
      }
    }
  }
}
