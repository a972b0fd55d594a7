import FoundationEssentials
import Glibc
import HeadingProtocol
import HeadingSensing

/// Draws the views of the live screen other than the compass.
struct ScreenViewDrawing {
  let style: TerminalStyle
  let message: SolutionMessage?

  /// Rows of a view, from the third row of the screen on.
  let rows: Int

  private static let top = 2
  private typealias Row = (name: String, text: String)

  func drawHelp(on canvas: inout TextCanvas) {
    let arrows = style.usesUnicode ? "← → ↑ ↓" : "arrows"
    draw(
      [
        (arrows, "views: " + ScreenView.allCases.map(\.title).joined(separator: ", ")),
        ("t  m", "true or magnetic heading on the rose"),
        ("u", "units: metric, imperial, nautical"),
        ("r", "record into a file here; r again ends it"),
        ("c", "calibrate the magnetometer, then come back"), ("?", "these keys"),
        ("Ctrl-Z", "pause; fg goes on"),
        ("q", "quit"),
      ], on: &canvas, column: 1, width: 10)
  }

  func drawAttitude(on canvas: inout TextCanvas) {
    let measure = MeasureText(style: style)
    let width = min(canvas.width - 42, 2 * rows)
    let hasHorizon = width >= 17 && rows >= 7
    if hasHorizon { drawHorizon(on: &canvas, width: width) }
    draw(
      [
        ("pitch", degrees(message?.pitch) + ", nose up is positive"),
        ("roll", degrees(message?.roll) + ", right side down is positive"),
        ("magnetic", measure.heading(message?.magneticHeading, bound: message?.headingAccuracy)),
        ("axis", message?.headingAxis ?? "-"), ("", ""),
        ("turns x", rate(0)), ("turns y", rate(1)), ("turns z", rate(2)), ("", ""),
        ("quaternion", quaternion),
      ], on: &canvas, column: hasHorizon ? width + 4 : 1, width: 11)
  }

  /// Draws the horizon as seen looking forward.
  private func drawHorizon(on canvas: inout TextCanvas, width: Int) {
    let (middle, center) = (Double(rows - 1) / 2, width / 2)
    if let pitch = finite(message?.pitch), let roll = finite(message?.roll) {
      let slope = tan(min(max(roll, -85), 85) * .pi / 180)
      for column in 0..<width {
        // A character is about twice as high as wide.
        let row = middle + pitch / 90 * middle - slope * Double(column - center) / 2
        guard row.rounded() >= 0, row.rounded() < Double(rows) else { continue }
        canvas.write(
          style.usesUnicode ? "─" : "-", column: column + 1, row: Self.top + Int(row.rounded()),
          ink: .cyan)
      }
    }
    canvas.write(
      style.usesUnicode ? "──◆──" : "--+--", column: center - 1, row: Self.top + Int(middle),
      ink: .bold)
  }

  func drawAccuracy(on canvas: inout TextCanvas) {
    guard let message, !BoundTerm.list(of: message).isEmpty else {
      let text = message.map(ReasonText.text(of:)) ?? ""
      return draw([("no bound", text)], on: &canvas, column: 1, width: 15)
    }
    let bound = message.trueHeading == nil ? message.headingAccuracy : message.trueHeadingAccuracy
    let decimals = NumberText.decimals(bound, otherwise: 1)
    let terms = BoundTerm.list(of: message)
    let longest = max(terms.first?.degrees ?? 0, 1e-9)
    let room = max(0, canvas.width - 30)
    var lines: [Row] = [
      (
        message.trueHeading == nil ? "magnetic" : "true",
        "\(style.plusMinus)\(NumberText.fixed(bound, decimals))\(style.degree), 68 % of the time"
      ), ("", ""),
    ]
    for term in terms {
      let share = term.degrees.isFinite ? min(max(term.degrees / longest, 0), 1) : 0
      let bar = String(
        repeating: style.usesUnicode ? "━" : "=", count: Int((share * Double(room)).rounded()))
      let size = NumberText.fixed(term.degrees, decimals) + style.degree
      lines.append((term.title, size + " " + bar))
    }
    if let first = terms.first {
      lines.append(("", ""))
      lines.append(("advice", first.advice))
    }
    draw(lines, on: &canvas, column: 1, width: 16)
  }

  func drawSensors(on canvas: inout TextCanvas) {
    let reasons = message?.reasons ?? []
    func state(_ sensor: String) -> String {
      let faults = reasons.filter { $0.hasPrefix(sensor + "_") }
      return faults.isEmpty ? "delivers" : ReasonText.text(faults)
    }
    func vector(_ values: [Double]?, _ decimals: Int, _ unit: String) -> String {
      guard let values else { return "-" }
      return values.map { NumberText.fixed($0, decimals) }.joined(separator: "  ") + " " + unit
    }
    draw(
      [
        ("magnetometer", state("magnetometer")),
        ("", vector(message?.field, 2, "\(style.micro)T")),
        (
          "",
          "strength \(NumberText.fixed(message?.fieldStrength, 1)) \(style.micro)T, dip "
            + degrees(message?.inclination)
        ), ("accelerometer", state("accelerometer")), ("gyroscope", state("gyroscope")),
        ("", vector(message?.rotationRate, 2, "\(style.degree)/s")),
        ("barometer", state("barometer")),
        ("", NumberText.fixed(message?.pressure.map { $0 / 100 }, 2) + " hPa"),
        ("receiver", state("gnss")), ("", ""),
        ("latency", NumberText.fixed(message.map { $0.latency * 1000 }, 1) + " ms"),
        ("reported", message.map(ReasonText.text(of:)) ?? ""),
      ], on: &canvas, column: 1, width: 15)
  }

  func drawGNSS(on canvas: inout TextCanvas) {
    let measure = MeasureText(style: style)
    let accuracy = message?.horizontalAccuracy
    func height(_ value: Double?) -> String {
      measure.text(value, .height, bound: message?.verticalAccuracy, decimals: 1)
    }
    func seconds(_ value: Double?) -> String {
      value.map { NumberText.fixed($0, 1) + " s" } ?? "-"
    }
    draw(
      [
        ("latitude", measure.coordinate(message?.latitude, "N", "S", accuracy)),
        ("longitude", measure.coordinate(message?.longitude, "E", "W", accuracy)),
        ("within", measure.text(accuracy, .height, decimals: 1) + ", 68 % of the time"),
        ("altitude", height(message?.altitude) + " above mean sea level"),
        ("ellipsoid", height(message?.ellipsoidalAltitude)), ("", ""),
        (
          "speed", measure.text(message?.speed, .speed, bound: message?.speedAccuracy, decimals: 1)
        ), ("course", measure.heading(message?.course, bound: message?.courseAccuracy)), ("", ""),
        ("newest fix", seconds(message?.fixAge) + " ago"),
        ("lasts", seconds(message?.coastingTime) + " without fixes"),
        ("sources", (message?.sources ?? []).map(ReasonText.words).joined(separator: ", ")),
        (
          "declination",
          measure.declination(message?.declination, bound: message?.errorTerms?.declination)
        ),
      ], on: &canvas, column: 1, width: 13)
  }

  func drawLog(on canvas: inout TextCanvas, _ log: [String]) {
    let lines = log.flatMap {
      WrappedText.lines($0, width: max(10, canvas.width - 2), indent: "  ")
    }
    let shown = lines.isEmpty ? ["no messages yet"] : lines.suffix(max(1, rows))
    for (index, line) in shown.enumerated() where index < rows {
      canvas.write(line, column: 1, row: Self.top + index)
    }
  }

  /// Draws names and, to the right of them, texts broken into lines.
  private func draw(_ list: [Row], on canvas: inout TextCanvas, column: Int, width: Int) {
    var row = 0
    for (name, text) in list {
      let room = max(10, canvas.width - column - width - 1)
      for (index, line) in WrappedText.lines(text, width: room).enumerated() where row < rows {
        canvas.write(index == 0 ? name : "", column: column, row: Self.top + row, ink: .dim)
        canvas.write(line, column: column + width, row: Self.top + row)
        row += 1
      }
    }
  }

  private func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }

  private func degrees(_ value: Double?) -> String {
    value == nil ? "-" : NumberText.fixed(value, 1) + style.degree
  }

  private func rate(_ axis: Int) -> String {
    guard let rates = message?.rotationRate, axis < rates.count else { return "-" }
    return NumberText.fixed(rates[axis], 2) + " \(style.degree)/s"
  }

  private var quaternion: String {
    message?.attitude.map { $0.map { NumberText.fixed($0, 3) }.joined(separator: " ") } ?? "-"
  }
}
