public import HeadingProtocol
import HeadingSensing

/// The full-screen live readout: a function from a message to lines of text.
///
/// Readable at 80×24; on less the values come first and the rose goes.
public struct LiveScreen: Sendable {
  /// What the terminal can show.
  public let style: TerminalStyle

  /// Makes a readout.
  public init(style: TerminalStyle) { self.style = style }

  /// The lines of one frame, exactly `height` of them.
  ///
  /// - Parameters:
  ///   - message: The newest message; `nil` before the first.
  ///   - source: Where it comes from, for the title.
  ///   - notice: The newest message of a source for people.
  ///   - width: Columns of the terminal.
  ///   - height: Rows of the terminal.
  /// - Returns: The lines, without line ends.
  public func lines(
    _ message: SolutionMessage?, source: String, notice: String?, width: Int, height: Int
  ) -> [String] {
    var canvas = TextCanvas(width: width, height: height)
    drawTitle(on: &canvas, message, source)
    let footer = footerLines(
      message, notice: notice, width: max(1, canvas.width - 2), height: canvas.height)
    let available = canvas.height - 2 - footer.count - 1
    let rose = CompassRose(fitting: available)
    let hasRose = available >= 9 && canvas.width >= rose.width + 38
    if hasRose {
      rose.draw(
        on: &canvas, column: 1, row: 2, heading: message?.trueHeading ?? message?.magneticHeading,
        style: style)
    }
    drawValues(on: &canvas, message, column: hasRose ? rose.width + 4 : 1, rows: available)
    for (index, (text, ink)) in footer.enumerated() {
      // The title stays: it says SIMULATED.
      let row = canvas.height - footer.count + index
      if row > 0 { canvas.write(text, column: 1, row: row, ink: ink) }
    }
    return canvas.lines(usesColor: style.usesColor)
  }

  private func drawTitle(
    on canvas: inout TextCanvas, _ message: SolutionMessage?, _ source: String
  ) {
    let simulated = message?.simulated ?? false
    canvas.write("compass", column: 1, row: 0, ink: .bold)
    canvas.write(
      simulated ? "SIMULATED" : source, column: simulated && canvas.width < 19 ? 0 : 10, row: 0,
      ink: simulated ? .yellow : .dim)
    let time = message?.time.map { String($0.prefix(19)).replacing("T", with: " ") + " UTC" }
    let clock = time ?? "no date"
    let column = canvas.width - clock.count - 1
    let title = 10 + (simulated ? "SIMULATED" : source).count
    if column > title { canvas.write(clock, column: column, row: 0, ink: .dim) }
  }

  private func drawValues(
    on canvas: inout TextCanvas, _ message: SolutionMessage?, column: Int, rows: Int
  ) {
    for (index, row) in valueRows(message).prefix(max(0, rows)).enumerated() {
      guard let (name, text, ink) = row else { continue }
      canvas.write(name, column: column, row: 2 + index, ink: .dim)
      canvas.write(text, column: column + 13, row: 2 + index, ink: ink)
    }
  }

  private typealias Row = (name: String, text: String, ink: TextCanvas.Ink)

  /// The readings, the most wanted first; `nil` is an empty row.
  private func valueRows(_ message: SolutionMessage?) -> [Row?] {
    let degree = style.degree
    let measure = MeasureText(style: style)
    func with(_ unit: String, _ text: String) -> String { text == "-" ? text : text + unit }
    let status = message?.status ?? "starting"
    let ink: TextCanvas.Ink =
      switch status {
      case "valid": .green
      case "invalid": .red
      default: .yellow
      }
    let axis = message.map { $0.headingAxis == "+y" ? "" : "  of \($0.headingAxis)" } ?? ""
    return [
      (
        "true",
        measure.heading(message?.trueHeading, bound: message?.trueHeadingAccuracy) + axis, .bold
      ),
      (
        "magnetic",
        measure.heading(message?.magneticHeading, bound: message?.headingAccuracy)
          + (message?.headingAccuracy95.map { "  95%\(measure.limits($0))\(degree)" } ?? ""), .bold
      ),
      (
        "declination",
        measure.declination(message?.declination, bound: message?.errorTerms?.declination), .plain
      ),
      ("status", status, ink),
      nil,
      ("pitch", with(degree, NumberText.fixed(message?.pitch, 1)), .plain),
      ("roll", with(degree, NumberText.fixed(message?.roll, 1)), .plain),
      ("field", with(" \(style.micro)T", NumberText.fixed(message?.fieldStrength, 1)), .plain),
      ("dip", with(degree, NumberText.fixed(message?.inclination, 1)), .plain),
      nil,
      (
        "altitude",
        measure.text(message?.altitude, .height, bound: message?.verticalAccuracy, decimals: 1),
        .plain
      ),
      (
        "climb",
        measure.text(message?.climbRate, .climb, bound: message?.climbRateAccuracy, decimals: 1),
        .plain
      ),
      ("pressure", with(" hPa", NumberText.fixed(message?.pressure.map { $0 / 100 }, 2)), .plain),
      (
        "latitude", measure.coordinate(message?.latitude, "N", "S", message?.horizontalAccuracy),
        .plain
      ),
      (
        "longitude", measure.coordinate(message?.longitude, "E", "W", message?.horizontalAccuracy),
        .plain
      ),
      ("within", measure.text(message?.horizontalAccuracy, .height, decimals: 1), .plain),
      (
        "speed",
        measure.text(message?.speed, .speed, bound: message?.speedAccuracy, decimals: 1), .plain
      ),
      ("course", measure.heading(message?.course, bound: message?.courseAccuracy), .plain),
    ]
  }

  /// Reasons with their advice, the newest notice, and the keys.
  private func footerLines(
    _ message: SolutionMessage?, notice: String?, width: Int, height: Int
  ) -> [(String, TextCanvas.Ink)] {
    var lines: [(String, TextCanvas.Ink)] = []
    let reasons = Reasons(names: message?.reasons ?? [])
    var entries = Reasons.catalogue.filter { reasons.contains($0.reason) }[...]
    // The values keep three quarters of the screen.
    let room = max(2, height / 4)
    while let entry = entries.first {
      let wrapped = WrappedText.lines(
        "\(ReasonText.words(entry.name)): \(entry.advice)", width: width, indent: "  ")
      let isLast = entries.count == 1
      guard lines.count + wrapped.count + (isLast ? 0 : 1) <= room else { break }
      lines += wrapped.map { ($0, .yellow) }
      entries = entries.dropFirst()
    }
    if !entries.isEmpty {
      let more = lines.isEmpty ? "\(entries.count) reasons" : "and \(entries.count) more"
      lines.append(("\(more): compass --json lists all", .yellow))
    }
    if let notice {
      lines += WrappedText.lines(notice, width: width, indent: "  ").prefix(2).map { ($0, .cyan) }
    }
    lines.append(("q quit", .dim))
    return lines.map { (String($0.0.prefix(width)), $0.1) }
  }
}
