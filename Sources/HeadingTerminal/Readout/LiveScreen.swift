public import HeadingProtocol
import HeadingSensing

/// Full-screen live readout: converts an update to lines of text.
///
/// Complete at 80×24; smaller terminals show the values without the rose.
public struct LiveScreen: Sendable {
  /// The terminal's capabilities.
  public private(set) var style: TerminalStyle

  /// Creates a readout.
  public init(style: TerminalStyle) { self.style = style }

  /// The lines of one frame, exactly `height` of them.
  ///
  /// - Parameters:
  ///   - message: The latest update; `nil` before the first.
  ///   - source: The name of the source, for the title.
  ///   - notice: The latest notice.
  ///   - state: The state set by keys.
  ///   - log: Recent notices, the latest last.
  ///   - width: Columns of the terminal.
  ///   - height: Rows of the terminal.
  /// - Returns: The lines, without line ends.
  public func lines(
    _ message: SolutionMessage?, source: String, notice: String?,
    state: ScreenState = ScreenState(), log: [String] = [], width: Int, height: Int
  ) -> [String] {
    var screen = self
    screen.style.units = state.units
    var canvas = TextCanvas(width: width, height: height)
    drawTitle(on: &canvas, message, source)
    if Self.isSmall(width: canvas.width, height: canvas.height) {
      screen.drawSmall(on: &canvas, message, state)
      return canvas.lines(usesColor: style.usesColor)
    }
    drawTabs(on: &canvas, state)
    let hint = state.showsCalibration ? Self.calibrationHint : notice
    let footer = screen.footerLines(
      message, notice: hint, state: state, width: max(1, canvas.width - 2), height: canvas.height)
    let rows = canvas.height - 2 - footer.count - 1
    let view = ScreenViewDrawing(style: screen.style, message: message, rows: rows)
    switch state.view {
    case _ where state.showsHelp: view.drawHelp(on: &canvas)
    case .compass: screen.drawCompass(on: &canvas, message, state, rows: rows)
    case .attitude: view.drawAttitude(on: &canvas)
    case .accuracy: view.drawAccuracy(on: &canvas)
    case .sensors: view.drawSensors(on: &canvas)
    case .gnss: view.drawGNSS(on: &canvas)
    case .log: view.drawLog(on: &canvas, log)
    }
    for (index, (text, ink)) in footer.enumerated() {
      // The title is never overwritten: it contains SIMULATED.
      let row = canvas.height - footer.count + index
      if row > 0 { canvas.write(text, column: 1, row: row, ink: ink) }
    }
    return canvas.lines(usesColor: style.usesColor)
  }

  private static let calibrationHint =
    "a daemon has the sensors; quit with q and type there: compass calibrate"

  /// Width of the values to the right of the rose, columns.
  private static let valueColumns = 38

  /// Number of values, which is their rows without gaps.
  private static let packedRows = 16

  private func drawCompass(
    on canvas: inout TextCanvas, _ message: SolutionMessage?, _ state: ScreenState, rows: Int
  ) {
    let rose = CompassRose(rows: rows, columns: canvas.width - Self.valueColumns)
    let hasRose = rows >= rose.height && canvas.width >= rose.width + Self.valueColumns
    if hasRose {
      let (heading, north) = state.heading(of: message)
      rose.draw(on: &canvas, column: 1, row: 2, heading: heading, north: north, style: style)
    }
    drawValues(on: &canvas, message, column: hasRose ? rose.width + 4 : 1, rows: rows)
  }

  /// Draws the names of the views, the present one in brackets.
  private func drawTabs(on canvas: inout TextCanvas, _ state: ScreenState) {
    guard canvas.width >= 60, canvas.height >= 12 else { return }
    var column = 1
    for view in ScreenView.allCases {
      let isShown = view == state.view && !state.showsHelp
      let text = isShown ? "[\(view.title)]" : " \(view.title) "
      canvas.write(text, column: column, row: 1, ink: isShown ? .bold : .dim)
      column += text.count + 1
    }
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
    let all = valueRows(message)
    // Gaps are dropped before values.
    let packed = all.count > rows ? all.filter { $0 != nil } : all
    for (index, row) in packed.prefix(max(0, rows)).enumerated() {
      guard let (name, text, ink) = row else { continue }
      canvas.write(name, column: column, row: 2 + index, ink: .dim)
      let shown = Self.fitting(text, canvas.width - column - 13)
      canvas.write(shown, column: column + 13, row: 2 + index, ink: ink)
    }
  }

  typealias Row = (name: String, text: String, ink: TextCanvas.Ink)

  /// The values, the most important first; `nil` is an empty row.
  func valueRows(_ message: SolutionMessage?) -> [Row?] {
    let degree = style.degree
    let measure = MeasureText(style: style)
    func with(_ unit: String, _ text: String) -> String { text == "-" ? text : text + unit }
    let status = message?.status.name ?? "starting"
    let ink: TextCanvas.Ink =
      switch message?.status {
      case .valid: .cyan
      case .invalid: .red
      case .degraded, .coasting, nil: .yellow
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

  /// Lines with the reasons and their advice, the latest notice, and the keys.
  private func footerLines(
    _ message: SolutionMessage?, notice: String?, state: ScreenState, width: Int, height: Int
  ) -> [(String, TextCanvas.Ink)] {
    var lines: [(String, TextCanvas.Ink)] = []
    let reasons = Reasons(names: message?.reasons ?? [])
    var entries = Reasons.catalogue.filter { reasons.contains($0.reason) }[...]
    let told = notice.map { WrappedText.lines($0, width: width, indent: "  ").prefix(2) } ?? []
    let below = told.count + (state.recording == nil ? 0 : 1) + 1
    // The values keep three quarters of the screen, or at least their rows without gaps.
    let room = max(2, min(height / 4, height - 3 - Self.packedRows - below))
    while let entry = entries.first {
      let unreported =
        entry.reason == .notReported ? message.flatMap(ReasonText.unreported) : nil
      let sentence = unreported ?? "\(ReasonText.words(entry.name)): \(entry.advice)"
      let wrapped = WrappedText.lines(sentence, width: width, indent: "  ")
      let isLast = entries.count == 1
      guard lines.count + wrapped.count + (isLast ? 0 : 1) <= room else { break }
      lines += wrapped.map { ($0, .yellow) }
      entries = entries.dropFirst()
    }
    if !entries.isEmpty {
      let more = lines.isEmpty ? "\(entries.count) reasons" : "and \(entries.count) more"
      lines.append(("\(more): compass --json lists all", .yellow))
    }
    lines += told.map { ($0, .cyan) }
    if let file = state.recording { lines.append(("recording into \(file); r ends it", .bold)) }
    lines.append(("q quit   ? keys   ←→ views", .dim))
    if !style.usesUnicode { lines[lines.count - 1].0 = "q quit   ? keys   <> views" }
    return lines.map { (String($0.0.prefix(width)), $0.1) }
  }
}
