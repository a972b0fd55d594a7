import Foundation
import HeadingProtocol
import Testing

extension CommandLineSuite {
  /// `compass fleet` with a broker that has kept states.
  @Suite(.timeLimit(.minutes(5)))
  struct FleetTests {
    private static let orders = HostileDaemon.orders

    /// A state of a robot, sent some seconds ago.
    private static func state(
      _ robot: String, ago: Double = 0, validFor: Double = 60, _ changes: [String: Any] = [:]
    ) -> FleetBroker.Message {
      let sent = Date().addingTimeInterval(-ago)
      let values: [String: Any] = [
        "version": 1, "robot": robot, "time": text(sent), "age": 0.01, "valid_for": validFor,
        "expires": text(sent.addingTimeInterval(validFor)), "status": "valid", "steer": "ok",
        "reasons": [String](), "simulated": false, "magnetic_heading": 40.5, "true_heading": 44.25,
        "heading_accuracy": 1.9,
      ]
      let data = try? JSONSerialization.data(
        withJSONObject: values.merging(changes) { _, new in new })
      return .init(topic: "headingd/\(robot)/state", payload: Array(data ?? Data()))
    }

    private static func text(_ date: Date) -> String {
      date.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
    }

    private static func availability(_ robot: String, _ text: String) -> FleetBroker.Message {
      .init(topic: "headingd/\(robot)/availability", payload: Array(text.utf8))
    }

    private func run(
      _ messages: [FleetBroker.Message], _ arguments: [String] = [], refusal: UInt8 = 0,
      echoes: Bool = true
    ) async throws -> (status: Int32, output: String, errors: String) {
      let broker = try FleetBroker(messages, refusal: refusal, echoes: echoes)
      return try await Program.run(
        "compass", ["fleet", "--server", "127.0.0.1:\(broker.port)", "--once"] + arguments)
    }

    @Test func `robots are shown with those in trouble first`() async throws {
      let run = try await run([
        Self.state("good"), Self.availability("good", "online"),
        Self.state("poor", ["heading_accuracy": 12, "steer": "degraded"]),
        Self.state(
          "bad", ["steer": "stop", "status": "invalid", "reasons": ["gyroscope_missing"]]),
        Self.state("gone"), Self.availability("gone", "offline"),
        Self.state("old", ago: 3600), Self.availability("old", "online"),
        .init(topic: "headingd/odd/state", payload: Array("[]".utf8)),
        Self.availability("new", "online"),
      ])
      #expect(run.status == 0, "\(run.errors)")
      let lines = run.output.split(separator: "\n").map(String.init)
      let names = lines.dropFirst().dropLast().map { $0.split(separator: " ")[0] }
      #expect(names == ["gone", "old", "odd", "bad", "poor", "new", "good"], "\(run.output)")
      #expect(lines.last?.hasPrefix("7 robots: 1 offline, 1 silent, 1 unreadable") == true)
      #expect(lines[7].contains("044.2") || lines[7].contains("044.3"), "\(lines[7])")
    }

    @Test func `an old heading is not shown, as JSON neither`() async throws {
      let run = try await run([Self.state("old", ago: 3600), Self.state("new")], ["--json"])
      let objects = try run.output.split(separator: "\n").map {
        try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(objects.count == 2)
      #expect(objects[0]["robot"] as? String == "old" && objects[0]["old"] as? Bool == true)
      #expect(objects[0]["true_heading"] is NSNull && objects[0]["heading_accuracy"] is NSNull)
      #expect((objects[0]["age"] as? Double).map { (3590...3700).contains($0) } == true)
      #expect(objects[1]["true_heading"] as? Double == 44.25 && objects[1]["kept"] as? Bool == true)
    }

    @Test func `names and payloads of strangers are plain text`() async throws {
      let hostile = Self.state(
        // The library takes no control characters in a topic.
        "a\u{202E}b",
        ["status": Self.orders, "steer": Self.orders, "reasons": [Self.orders, Self.orders]])
      for arguments in [[], ["--json"]] {
        let run = try await run([hostile, Self.state("good")], arguments)
        #expect(run.output.contains("owned"), "\(run.output) \(run.errors)")
        for scalar in (run.output + run.errors).unicodeScalars where scalar != "\n" {
          #expect(!PlainText.isTerminalControl(scalar), "\(scalar.value)")
        }
      }
    }

    @Test func `what no robot would send harms nothing`() async throws {
      let topic = "headingd/bad/state"
      let payloads: [String] = [
        "", "x", "[", "{}", "null", String(repeating: "[", count: 60_000),
        String(repeating: "x", count: 3_000_000), #"{"version":2}"#,
        #"{"version":1,"status":1,"steer":"ok"}"#,
        #"{"version":1,"status":"valid","steer":"ok","valid_for":1e999}"#,
        #"{"version":1,"status":"valid","steer":"ok","valid_for":1e308,"age":-1e308,"#
          + #""time":"99999999-01-01T00:00:00Z","magnetic_heading":1e308}"#,
      ]
      var messages = payloads.map { FleetBroker.Message(topic: topic, payload: Array($0.utf8)) }
      messages += [
        .init(topic: "headingd/bad/availability", payload: [0xFF, 0]),
        .init(topic: "headingd//state", payload: [1]), .init(topic: "headingd", payload: [1]),
        .init(topic: "other/x/state", payload: [1]),
        .init(topic: "headingd/a/b/state", payload: [1]),
        .init(topic: "headingd/" + String(repeating: "n", count: 5000) + "/state", payload: [1]),
        Self.state("good"),
      ]
      let run = try await run(messages)
      #expect(run.status == 0 && run.output.contains("good"), "\(run.output) \(run.errors)")
      #expect(run.output.contains("2 robots: 1 unreadable, 1 ok; 1 messages of others ignored"))
    }

    @Test func `a broker that refuses, one that is not there and an empty one are told apart`()
      async throws
    {
      let refused = try await run([], refusal: 5)
      #expect(refused.status == 77 && refused.errors.contains("user"), "\(refused.errors)")
      let absent = try await Program.run(
        "compass", ["fleet", "--server", "127.0.0.1:1", "--once"])
      #expect(absent.status == 69 && absent.errors.contains("nobody answers"), "\(absent.errors)")
      let empty = try await run([], ["--wait", "0.2"])
      #expect(empty.status == 0 && empty.errors.contains("no robot publishes"), "\(empty.errors)")
    }

    @Test func `a broker that gives back nothing is waited for a limited time`() async throws {
      let run = try await run([Self.state("good")], ["--wait", "0.2"], echoes: false)
      #expect(run.status == 0 && run.output.contains("good"), "\(run.errors)")
    }

    @Test(arguments: [
      ["--server", "a:b"], ["--prefix", "a//b"], ["--prefix", "a/#"], ["--wait", "0"],
      ["--password-file", "/dev/null"], ["--key", "/dev/null"],
    ])
    func `wrong arguments are refused`(arguments: [String]) async throws {
      let run = try await Program.run("compass", ["fleet", "--once"] + arguments)
      #expect(run.status == 64, "\(run.errors)")
    }
  }
}
