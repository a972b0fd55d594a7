import HeadingCalibration
import HeadingGeometry
public import HeadingRuntime
public import HeadingSensing

/// The full-screen guided calibration: a function from the progress to lines of text.
///
/// Readable at 80×24; on less the words come first and the sphere goes.
public struct CalibrationScreen: Sendable {
  private let style: TerminalStyle
  private let source: String
  private let isSimulated: Bool
  private let current: CalibrationParameters?

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - style: What the terminal can show.
  ///   - source: What to call the sensors.
  ///   - isSimulated: Whether they are simulated.
  ///   - current: The calibration in use, if any.
  public init(
    style: TerminalStyle, source: String, isSimulated: Bool, current: CalibrationParameters?
  ) {
    self.style = style
    self.source = source
    self.isSimulated = isSimulated
    self.current = current
  }

  /// The lines of one frame, exactly `height` of them.
  public func lines(_ progress: CalibrationProgress, width: Int, height: Int) -> [String] {
    var canvas = TextCanvas(width: width, height: height)
    let title = isSimulated ? "SIMULATED" : source
    canvas.write("compass calibrate", column: 1, row: 0, ink: .bold)
    canvas.write(
      title, column: canvas.width < 29 && isSimulated ? 0 : 20, row: 0,
      ink: isSimulated ? .yellow : .dim)
    let words = self.words(progress)
    let footer = self.footer(progress, width: max(1, canvas.width - 2))
    let rows = canvas.height - 3 - words.count - footer.count - 1
    let sphere = CoverageSphere(rows: rows, columns: canvas.width - 26)
    let hasSphere = rows >= sphere.height && canvas.width >= 2 * sphere.width + 26
    var row = 2
    if hasSphere {
      drawSphere(on: &canvas, sphere, progress)
      drawNumbers(on: &canvas, progress, column: 2 * sphere.width + 5)
      row += sphere.height + 2
    }
    for (text, ink) in words {
      if row < canvas.height - 1 { canvas.write(text, column: 1, row: row, ink: ink) }
      row += 1
    }
    for (index, (text, ink)) in footer.enumerated() {
      let row = canvas.height - footer.count + index
      if row > 0 { canvas.write(text, column: 1, row: row, ink: ink) }
    }
    return canvas.lines(usesColor: style.usesColor)
  }

  private func drawSphere(
    on canvas: inout TextCanvas, _ sphere: CoverageSphere, _ progress: CalibrationProgress
  ) {
    // While nothing is fitted yet the cell's middle serves for the direction.
    let field = progress.snapshot.cell.map { cell -> Vector3 in
      guard progress.result.rung > .none, let latest = progress.snapshot.latest else {
        return DirectionGrid.center(of: cell)
      }
      let parameters = progress.result.parameters
      let load = parameters.load.flatMap { effect in
        latest.load.map { effect.field(at: $0.value(delay: effect.delay)) }
      }
      return parameters.softIron * (latest.field - parameters.hardIron - (load ?? .zero))
    }
    for (isUpper, column, name) in [(true, 1, "above"), (false, sphere.width + 2, "below")] {
      sphere.draw(
        on: &canvas, column: column, row: 2, isUpper: isUpper,
        coverage: progress.snapshot.coverage, field: field, style: style)
      canvas.write(
        name, column: column + (sphere.width - name.count) / 2, row: 2 + sphere.height, ink: .dim)
    }
  }

  private func drawNumbers(
    on canvas: inout TextCanvas, _ progress: CalibrationProgress, column: Int
  ) {
    let coverage = progress.snapshot.coverage
    let result = progress.result
    let degree = style.degree
    let micro = style.micro
    func share(_ value: Double) -> String { "\(NumberText.fixed(value * 100, 0)) %" }
    let hasFit = result.rung > .none
    let rows: [(String, String)?] = [
      ("time", "\(NumberText.fixed(progress.snapshot.duration, 0)) s"),
      ("samples", "\(progress.snapshot.samples.count)"),
      ("directions", share(coverage.fraction)), ("headings", share(coverage.headingFraction)),
      ("tilt", "\(NumberText.fixed(coverage.tilt.degrees, 0))\(degree)"), nil,
      ("fitted", result.rung.description.replacing("_", with: " ")),
      ("quality", result.quality.description),
      ("field", hasFit ? "\(NumberText.fixed(result.fieldStrength * 1e6, 1)) \(micro)T" : "-"),
      ("outliers", "\(result.outliers)"),
    ]
    for (index, row) in rows.enumerated() {
      guard let (name, text) = row, 2 + index < canvas.height - 6 else { continue }
      canvas.write(name, column: column, row: 2 + index, ink: .dim)
      canvas.write(text, column: column + 11, row: 2 + index)
    }
  }

  /// What to do, and how good the result would be.
  private func words(_ progress: CalibrationProgress) -> [(String, TextCanvas.Ink)] {
    let result = progress.result
    var lines: [(String, TextCanvas.Ink)] = []
    let move = progress.words.isEmpty || progress.isEnough ? "" : "   now: \(progress.words)"
    lines.append(("NEXT  \(progress.next)\(move)", progress.isEnough ? .cyan : .bold))
    let error = result.predictedHeadingError
    func part(_ angle: Angle, _ name: String) -> String {
      "\(style.plusMinus)\(NumberText.fixed(angle.degrees, 2))\(style.degree) \(name)"
    }
    let before =
      current.map { $0.headingError.map { "  (in use: \(part($0, "level")))" } ?? "" }
      ?? "  (in use: none)"
    if result.rung > .none {
      let ink: TextCanvas.Ink = result.isAccepted ? .cyan : .yellow
      lines.append(
        (
          "heading error \(part(error.level, "level"))  \(part(error.tilt20, "at 20\(style.degree)"))"
            + before, ink
        ))
      lines.append((bar(error.tilt20.degrees, target: progress.target), .plain))
      if let obstacle = progress.obstacle {
        lines.append(("goes on: \(obstacle.replacing("°", with: style.degree))", .dim))
      }
    } else {
      lines.append(("heading error not known yet\(before)", .yellow))
    }
    return lines
  }

  /// How near the error is to the target: full there, empty at ten times as much.
  private func bar(_ error: Double, target: Double) -> String {
    let length = 40
    let ratio = max(error / target, 1)
    let share = max(0, 1 - (ratio - 1) / 9)
    let full = Int(exactly: (share * Double(length)).rounded()) ?? 0
    return "target " + String(repeating: style.usesUnicode ? "━" : "=", count: full)
      + String(repeating: style.usesUnicode ? "╌" : "-", count: length - full)
      + " \(style.plusMinus)\(NumberText.fixed(target, 2))\(style.degree) at 20\(style.degree)"
  }

  private func footer(_ progress: CalibrationProgress, width: Int) -> [(String, TextCanvas.Ink)] {
    var lines: [(String, TextCanvas.Ink)] = []
    if progress.snapshot.samples.isEmpty {
      lines.append(("waiting for the magnetometer; see `compass doctor`", .yellow))
    } else {
      // What motion is missing yet is said by the next one.
      let reasons = progress.result.reasons.subtracting([
        .tooFewSamples, .noRotation, .headingsMissing, .tiltMissing,
      ])
      for advice in reasons.advice.prefix(2) {
        lines += WrappedText.lines(advice, width: width, indent: "  ").map { ($0, .yellow) }
      }
    }
    if let notice = progress.snapshot.notice {
      lines += WrappedText.lines(notice, width: width, indent: "  ").prefix(2).map { ($0, .cyan) }
    }
    let keep = progress.result.isAccepted ? "Enter keep this one   " : ""
    lines.append(("\(keep)r start over   q or Esc keep the old one", .dim))
    return lines
  }
}
