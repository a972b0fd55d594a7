import Foundation
import Glibc
import HeadingGeometry
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import HeadingTesting
import Logging
import Testing

@testable import HeadingServer

/// Metrics and health, over a real connection.
@Suite(.timeLimit(.minutes(5)))
struct MetricsTests {
  private let service = HeadingService()

  private func feed(hasField: Bool = true) {
    let start = SystemBoot.now
    var calibration = CalibrationParameters()
    calibration.headingError = Angle(degrees: 1)
    service.deliver(.calibration(start.advanced(bySeconds: -3), calibration))
    for number in 0..<300 {
      let time = start.advanced(bySeconds: Double(number - 300) * 0.01)
      let tremble = Double(number % 7) * 1e-4
      service.deliver(
        .acceleration(VectorSample(time: time, value: Vector3(tremble, 0, 9.80665))))
      guard hasField else { continue }
      service.deliver(
        .magneticField(VectorSample(time: time, value: Vector3(tremble * 1e-4, 2e-5, -4e-5))))
    }
    service.deliver(
      .temperature(ScalarSample(time: start, value: 300.15), of: .magnetometer))
  }

  private func text() -> String {
    var load = ServerLoad(subscribers: 2, missed: 5)
    load.refusals = [.connections: 3, .requestRate: 1]
    load.refusedCommands = [.authorize: 4, nil: 2]
    var waits = LatencyHistogram()
    waits.note(0.003)
    return MetricsText(service.report, load: load, lag: 0.5, waits: waits).text
  }

  @Test func `every sample has a type, and the buckets of the histogram add up`() {
    feed()
    var types: [String: String] = [:]
    var buckets: [String: [Double]] = [:]
    var values: [String: Double] = [:]
    for line in text().split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("# TYPE") {
        types[String(words[2])] = String(words[3])
      } else if !line.hasPrefix("#") {
        let name = String(words[0].prefix { $0 != "{" })
        let base = ["_bucket", "_sum", "_count"].reduce(name) {
          $0.hasSuffix($1) ? String($0.dropLast($1.count)) : $0
        }
        #expect(types[name] != nil || types[base] == "histogram", "\(line)")
        let value = Double(words.last ?? "") ?? .nan
        #expect(value.isFinite, "\(line)")
        values[words.dropLast().joined(separator: " ")] = value
        if name.hasSuffix("_bucket") { buckets[base, default: []].append(value) }
      }
    }
    #expect(
      buckets.keys.sorted() == ["headingd_loop_wait_seconds", "headingd_update_latency_seconds"])
    for (name, counts) in buckets {
      #expect(counts == counts.sorted())
      #expect(counts.last == values[name + "_count"])
    }
    // What OpenTelemetry's rules for Prometheus ask of names: counters, and they alone, end in `_total`.
    for (name, type) in types {
      #expect(name.hasSuffix("_total") == (type == "counter"), "\(name)")
      #expect(name.wholeMatch(of: /headingd_[a-z]+(_[a-z]+)*/) != nil, "\(name)")
    }
    #expect(values["headingd_samples_total{sensor=\"magnetometer\"}"] == 300)
    #expect(values["headingd_sensor_temperature_celsius{sensor=\"magnetometer\"}"] == 27)
    #expect(values["headingd_heading_valid"] == 1)
    #expect(values["headingd_subscribers"] == 2 && values["headingd_missed_lines_total"] == 5)
  }

  @Test func `metrics contain the version, refusals with reasons, and the event loop's lag`() {
    let lines = text().split(separator: "\n")
    for line in [
      "headingd_build_info{version=\"\(ProgramVersion.text)\"} 1.0",
      "headingd_refused_clients_total{reason=\"connections\"} 3.0",
      "headingd_refused_clients_total{reason=\"request_rate\"} 1.0",
      "headingd_refused_clients_total{reason=\"access\"} 0.0",
      "headingd_refused_commands_total{command=\"authorize\"} 4.0",
      "headingd_refused_commands_total{command=\"unknown\"} 2.0",
      "headingd_refused_commands_total{command=\"use_profile\"} 0.0",
      "headingd_loop_lag_seconds 0.5",
      "headingd_loop_wait_seconds_sum 0.003",
    ] {
      #expect(lines.contains(line[...]), "\(line)")
    }
  }

  @Test(.enabled(if: ToolRun.isInstalled("promtool"), "promtool is not installed"))
  func `promtool reports no problem`() async throws {
    feed()
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("metrics-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text().utf8).write(to: file)
    let run = try await ToolRun.run("sh", ["-c", "promtool check metrics < '\(file.path)'"])
    #expect(run.status == 0, "\(run.errors) \(run.text)")
  }

  @Test(arguments: [
    ("GET /healthz HTTP/1.1", "HTTP/1.1 503 Service Unavailable", "no sample yet"),
    ("GET /readyz HTTP/1.1", "HTTP/1.1 503 Service Unavailable", "no sample yet"),
    ("GET /metrics HTTP/1.1", "HTTP/1.1 200 OK", "headingd_uptime_seconds"),
    (
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\nAccept: application/openmetrics-text",
      "HTTP/1.1 200 OK", "# EOF"
    ),
    ("GET /metrics?x=1 HTTP/1.0", "HTTP/1.0 200 OK", "headingd_uptime_seconds"),
    ("GET / HTTP/1.1", "HTTP/1.1 404 Not Found", "there are /metrics"),
    ("POST /metrics HTTP/1.1", "HTTP/1.1 405 Method Not Allowed", "only GET"),
    (
      "GET /metrics HTTP/1.1\r\nHost: evil.example", "HTTP/1.1 421 Misdirected Request",
      "another name"
    ),
    ("GET /metrics HTTP/1.1\r\nAccept: */*", "HTTP/1.1 400 Bad Request", "one Host"),
    ("GET /metrics HTTP/1.0\r\nAccept: */*", "HTTP/1.0 200 OK", "headingd_uptime_seconds"),
    (
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\nHost: evil.example", "HTTP/1.1 400 Bad Request",
      "one Host"
    ),
    ("nonsense", "HTTP/1.1 400 Bad Request", ""),
  ])
  func `HTTP is answered`(request: String, head: String, body: String) async throws {
    let lines = try await serve { port in
      try await BlockingConnection.talk(toPort: port) { connection in
        // A request with headers brings its own.
        let rest = request.contains("\r\n") ? "\r\n\r\n" : "\r\nHost: localhost\r\n\r\n"
        try connection.send(request + rest)
        var lines: [String] = []
        while let line = try? connection.line() { lines.append(line) }
        return lines
      }
    }
    #expect(lines.first == head + "\r")
    #expect(body.isEmpty || lines.contains { $0.contains(body) })
  }

  @Test func `a silent connection does not block other answers`() async throws {
    let line = try await serve { port in
      let silent = try (0..<100).map { _ in try BlockingConnection.open(port: port) }
      defer { withExtendedLifetime(silent) {} }
      return try await BlockingConnection.talk(toPort: port) { connection in
        try connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return try connection.line()
      }
    }
    #expect(line == "HTTP/1.1 503 Service Unavailable\r")
  }

  /// Serves the metrics on a port of their own until the body ends.
  private func serve<Result>(_ body: (Int) async throws -> Result) async throws -> Result {
    var configuration = MetricsConfiguration()
    let port = try LoopbackSocket.freePort(SOCK_STREAM)
    configuration.port = port
    let server = MetricsServer(configuration: configuration, service: service) {
      nil
    } load: {
      ServerLoad()
    }
    let running = Task { await server.run(logger: Logger(label: "test")) }
    defer { running.cancel() }
    let start = ContinuousClock.now
    while !BlockingConnection.isListening(port), start.duration(to: .now) < .seconds(20) {
      try await Task.sleep(for: .milliseconds(20))
    }
    return try await body(port)
  }

  @Test(arguments: [
    ("localhost:9130", true), ("127.0.0.1", true), ("[::1]:9130", true), ("192.0.2.7:9130", true),
    ("hat.example.org", true), ("HAT:9130", true), ("hat.local", true), ("evil.example", false),
    ("hat.evil.example", false), ("", false), ("127.0.0.1.evil.example", false),
    ("[::1]evil.example", false), ("[::1", false), ("localhost:evil.example", false),
  ])
  func `a host is this machine's name or an address`(host: String, isOwn: Bool) {
    let names = HostNames(machine: "hat.example.org", address: "127.0.0.1")
    #expect(names.contains(host) == isOwn)
  }

  @Test(arguments: [
    ([], false), (["*/*"], false), (["text/plain;version=0.0.4"], false),
    (["application/openmetrics-text"], true),
    (["Application/OpenMetrics-Text; Version=1.0.0"], true),
    (["application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.4,*/*;q=0.1"], true),
    (["text/plain", "application/openmetrics-text"], true),
    (["text/plain, application/openmetrics-text;q=0.5"], false),
    (["application/openmetrics-text;q=0"], false), (["application/openmetrics-text;q=nan"], false),
    (["application/openmetrics-text;version=2.0.0"], false), ([",;=,;q=;"], false), ([""], false),
  ])
  func `the header Accept selects the format`(accept: [String], isOpen: Bool) {
    #expect((MetricsFormat(accept: accept) == .openMetrics) == isOpen)
  }

  @Test func `OpenMetrics names families of counters without their suffix, and ends`() {
    let text = MetricsText(service.report, load: ServerLoad(), format: .openMetrics).text
    #expect(text.contains("# TYPE headingd_samples counter\nheadingd_samples_total{"))
    #expect(text.contains("# TYPE headingd_uptime_seconds gauge\n"))
    #expect(text.hasSuffix("\n# EOF\n"))
  }

  @Test func `the service is ready without a heading, but not without samples`() {
    #expect(!Health(service.report, needsHeading: false).isGood)
    feed(hasField: false)
    #expect(!Health(service.report).isGood)
    let ready = Health(service.report, needsHeading: false)
    #expect(ready.isGood && ready.line == "ok")
    #expect(!Health(service.report, lag: 3, needsHeading: false).isGood)
  }

  @Test func `health is good while there is a heading from samples`() {
    #expect(Health(service.report).line == "no sample yet")
    feed()
    #expect(Health(service.report).line == "ok")
    #expect(Health(service.report).isGood)
  }

  @Test func `simulated sensors are marked in the metrics and in the health line`() {
    feed()
    #expect(text().contains("\nheadingd_simulated 0.0\n"))
    service.deliver(.simulated(SystemBoot.now, true))
    #expect(text().contains("\nheadingd_simulated 1.0\n"))
    #expect(Health(service.report).isGood)
    #expect(Health(service.report).line == "ok, SIMULATED")
  }
}
