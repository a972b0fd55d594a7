import HeadingEngine
import HeadingGeometry
import HeadingProtocol
import HeadingRuntime
import HeadingSensing

/// The service's metrics in one of Prometheus' formats; names end in their unit, counters in `_total`.
struct MetricsText {
  private let format: MetricsFormat
  private var lines: [String] = []

  init(
    _ report: ServiceReport, load: ServerLoad, lag: Double = 0, waits: LatencyHistogram = .init(),
    format: MetricsFormat = .text
  ) {
    self.format = format
    metric("build_info", "gauge", "1; the program's version is its label.")
    sample("build_info", 1, "{version=\"\(ProgramVersion.text)\"}")
    metric("uptime_seconds", "gauge", "Seconds since the service began.")
    sample("uptime_seconds", report.time.seconds(since: report.start))
    metric("simulated", "gauge", "1 while sensors are simulated.")
    sample("simulated", report.isSimulated ? 1 : 0)
    addSensors(report)
    addUpdates(report)
    addRecorder(report.recorder)
    metric("subscribers", "gauge", "Clients that are connected.")
    sample("subscribers", Double(load.subscribers))
    metric("missed_lines_total", "counter", "Lines that slow clients missed.")
    sample("missed_lines_total", Double(load.missed))
    addRefusals(load)
    metric("loop_lag_seconds", "gauge", "Seconds that lines wait to leave.")
    sample("loop_lag_seconds", lag)
    add("loop_wait_seconds", "Seconds that lines waited for the loop that sends them.", waits)
    if format == .openMetrics { lines.append("# EOF") }
  }

  /// The whole text.
  var text: String { lines.map { $0 + "\n" }.joined() }

  private mutating func addRefusals(_ load: ServerLoad) {
    metric("refused_clients_total", "counter", "Clients that were turned away or cut off.")
    for reason in RefusalReason.allCases {
      sample(
        "refused_clients_total", Double(load.refusals[reason] ?? 0),
        "{reason=\"\(reason.rawValue)\"}")
    }
    metric("refused_commands_total", "counter", "Commands that were not followed.")
    for name in Command.Name.allCases.map(Optional.some) + [nil] {
      sample(
        "refused_commands_total", Double(load.refusedCommands[name] ?? 0),
        "{command=\"\(name?.rawValue ?? "unknown")\"}")
    }
  }

  private mutating func addSensors(_ report: ServiceReport) {
    let sensors = SensorKind.allCases.map { (Self.label($0), report.activity[$0]) }
    metric("samples_total", "counter", "Samples of a sensor.")
    for (label, entry) in sensors { sample("samples_total", Double(entry.count), label) }
    metric("sensor_present", "gauge", "1 while a sensor is found and read.")
    for (label, entry) in sensors {
      guard let state = entry.state else { continue }
      sample("sensor_present", state == .present ? 1 : 0, label)
    }
    metric("sensor_age_seconds", "gauge", "Seconds since the newest sample of a sensor.")
    for (label, entry) in sensors {
      guard let newest = entry.newest else { continue }
      sample("sensor_age_seconds", max(0, report.time.seconds(since: newest)), label)
    }
    metric("sensor_temperature_celsius", "gauge", "Temperature of a sensor.")
    for (label, entry) in sensors {
      guard let temperature = entry.temperature else { continue }
      sample("sensor_temperature_celsius", temperature - 273.15, label)
    }
  }

  private mutating func addUpdates(_ report: ServiceReport) {
    add(
      "update_latency_seconds", "Seconds from the newest sample to the update.", report.latency)
    metric("calibrated", "gauge", "1 while a calibration of the magnetometer is in force.")
    sample("calibrated", report.calibration == nil ? 0 : 1)
    guard let newest = report.newest else { return }
    metric("heading_valid", "gauge", "1 while there is a magnetic heading.")
    sample("heading_valid", newest.solution.magneticHeading.isMissing ? 0 : 1)
    if let accuracy = newest.solution.headingAccuracy.value {
      metric("heading_accuracy_degrees", "gauge", "68 % bound of the magnetic heading.")
      sample("heading_accuracy_degrees", accuracy.degrees)
    }
    metric("steer", "gauge", "1 for what a robot may do now.")
    for name in ["ok", "degraded", "coast", "stop"] {
      sample("steer", newest.steer.name == name ? 1 : 0, "{state=\"\(name)\"}")
    }
    metric("reason", "gauge", "1 for every reason why something is missing or worse.")
    for name in newest.solution.reasons.names { sample("reason", 1, "{reason=\"\(name)\"}") }
  }

  private mutating func addRecorder(_ recorder: RecorderReport) {
    metric("recorder", "gauge", "1 for what the flight recorder does now.")
    for name in ["off", "recording", "disk_full", "failed"] {
      sample("recorder", recorder.state.name == name ? 1 : 0, "{state=\"\(name)\"}")
    }
    metric("recorder_size_bytes", "gauge", "Bytes of all files of the flight recorder.")
    sample("recorder_size_bytes", Double(recorder.size))
    metric("recorder_lost_total", "counter", "Messages that the flight recorder could not take.")
    sample("recorder_lost_total", Double(recorder.lost))
  }

  private mutating func add(_ name: String, _ help: String, _ histogram: LatencyHistogram) {
    metric(name, "histogram", help)
    var below: UInt64 = 0
    for (bound, count) in zip(LatencyHistogram.bounds, histogram.counts) {
      below += count
      sample(name + "_bucket", Double(below), "{le=\"\(bound)\"}")
    }
    sample(name + "_bucket", Double(histogram.count), "{le=\"+Inf\"}")
    sample(name + "_sum", histogram.sum)
    sample(name + "_count", Double(histogram.count))
  }

  private static func label(_ sensor: SensorKind) -> String { "{sensor=\"\(sensor.name)\"}" }

  private mutating func metric(_ name: String, _ type: String, _ help: String) {
    // In OpenMetrics the family of a counter has the name without the sample's suffix.
    let isShort = format == .openMetrics && type == "counter" && name.hasSuffix("_total")
    let family = isShort ? name.dropLast("_total".count) : name[...]
    lines.append("# HELP headingd_\(family) \(help)")
    lines.append("# TYPE headingd_\(family) \(type)")
  }

  private mutating func sample(_ name: String, _ value: Double, _ labels: String = "") {
    lines.append("headingd_\(name)\(labels) \(value)")
  }
}
