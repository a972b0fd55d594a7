public import HeadingProtocol

/// Formats the status of a daemon as text.
public enum StatusText {
  /// Formats the status as lines of text with line ends.
  public static func text(_ status: StatusMessage, style: TerminalStyle) -> String {
    let measure = MeasureText(style: style)
    var lines: [String] = []
    func add(_ name: String, _ text: String) {
      lines += WrappedText.lines(name, text, column: 10, width: style.columns)
    }
    lines += WrappedText.lines(
      "\(status.server), up \(DurationText.text(status.uptime)), reading "
        + (status.source.isEmpty ? "nothing yet" : status.source)
        + (status.simulated ? " (SIMULATED)" : ""), width: style.columns)
    let reasons = status.reasons.isEmpty ? "" : ": " + ReasonText.text(status.reasons)
    add("heading", "\(status.status), steer \(status.steer)\(reasons)")
    add(
      "updates",
      "\(status.updates), \(number(status.rate, 1)) Hz, latency median "
        + "\(milliseconds(status.latency.median)), 99 % \(milliseconds(status.latency.percentile99)), "
        + "most \(milliseconds(status.latency.maximum))")
    add("readers", "\(status.subscribers), missed lines \(status.missed)")
    add(
      "profile",
      status.calibrated
        ? "in force" + (status.profile.map { ": \($0)" } ?? "")
        : "none: not calibrated (uncalibrated)")
    if let recorder = status.recorder, recorder != "off" { add("recorder", recorder) }
    for trouble in status.outputTroubles ?? [] { add("output", trouble) }
    if let finding = status.courseAudit { add("course", finding) }
    if let proposal = status.proposedCalibration {
      add("proposed", "\(proposal); `compass calibrate accept` uses it")
    }
    lines.append("")
    lines.append(row(["sensor", "state", "rate Hz", "age s", "at", "samples"]))
    for sensor in status.sensors {
      lines.append(
        row([
          sensor.sensor, sensor.state, number(sensor.rate, 1), number(sensor.age, 3),
          measure.text(sensor.temperature, .temperature, decimals: 1), "\(sensor.count)",
        ]))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func row(_ cells: [String]) -> String {
    var text = ""
    for (index, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: max(0, (index == 0 ? 15 : 9) - cell.count))
      text += (index < 2 ? cell + padding : padding + cell) + (index < cells.count - 1 ? " " : "")
    }
    return text
  }

  private static func number(_ value: Double?, _ decimals: Int) -> String {
    value.map { NumberText.fixed($0, decimals) } ?? "-"
  }

  private static func milliseconds(_ value: Double?) -> String {
    value.map { NumberText.fixed($0 * 1000, 1) + " ms" } ?? "-"
  }
}
