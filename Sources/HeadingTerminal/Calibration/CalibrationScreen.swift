import HeadingCalibration
public import HeadingGeometry
public import HeadingRuntime
public import HeadingSensing

/// Full screen of the magnetometer calibrations: converts the progress to lines of text.
public struct CalibrationScreen: Sendable {
  private let screen: GuideScreen
  private let current: CalibrationParameters?
  private let heading: Angle?
  private var style: TerminalStyle { screen.style }

  /// Angular rate above which the device turns, °/s; no gyroscope bias is that large.
  private static let largestRate = 5.0

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - style: The terminal's capabilities.
  ///   - source: The name of the sensors.
  ///   - isSimulated: Whether they are simulated.
  ///   - current: The calibration in use, if any.
  ///   - heading: Magnetic heading of a device at rest; `nil` if the device is turned.
  public init(
    style: TerminalStyle, source: String, isSimulated: Bool, current: CalibrationParameters?,
    heading: Angle? = nil
  ) {
    screen = GuideScreen(style: style, source: source, isSimulated: isSimulated)
    self.current = current
    self.heading = heading
  }

  /// The lines of one frame, exactly `height` of them.
  ///
  /// - Parameters:
  ///   - progress: The progress.
  ///   - timeLeft: Time until the calibration times out, s; `nil` for no limit.
  ///   - width: Columns of the terminal.
  ///   - height: Rows of the terminal.
  /// - Returns: The lines, without line ends.
  public func lines(
    _ progress: CalibrationProgress, timeLeft: Double? = nil, width: Int, height: Int
  ) -> [String] {
    var frame = heading.map { restingFrame(progress, $0) } ?? turningFrame(progress)
    frame.accept = progress.result.isAccepted ? "keep this one" : nil
    frame.messages = messages(progress)
    frame.timeLeft = timeLeft
    return screen.lines(frame, width: width, height: height)
  }

  /// Frame of a device that is turned through all directions.
  private func turningFrame(_ progress: CalibrationProgress) -> GuideFrame {
    let isEnough = progress.isEnough
    let move = progress.words.isEmpty || isEnough ? "" : "; now: \(progress.words)"
    return GuideFrame(
      subject: "magnetometer", task: progress.next + move, taskInk: isEnough ? .cyan : .bold,
      picture: SphereDrawing(coverage: progress.snapshot.coverage, field: Self.field(progress)),
      list: facts(progress), lines: errorLines(progress))
  }

  /// Frame of a device at rest with known heading.
  private func restingFrame(_ progress: CalibrationProgress, _ heading: Angle) -> GuideFrame {
    let snapshot = progress.snapshot
    let hasPlace = snapshot.coordinate != nil
    let hasFit = progress.result.rung > .none
    let degrees = NumberText.heading(heading.degrees) + style.degree
    let rate = snapshot.latest?.angularRate.map { Angle(radians: $0.length).degrees }
    return GuideFrame(
      subject: "heading",
      task: hasPlace
        ? "leave it at rest with its front to \(degrees) magnetic"
        : "the position is missing: quit, and give --latitude and --longitude",
      picture: HeadingDrawing(heading: heading),
      list: [
        .step("position known", hasPlace ? .done : .active),
        .step("field measured at rest", snapshot.samples.isEmpty ? .active : .done),
        .step("hard iron found", hasFit ? .done : hasPlace ? .active : .open), .gap,
      ] + facts(progress),
      lines: [
        .bar(
          .below(
            Self.largestRate, "still", rate, decimals: 1,
            unit: "\(style.usesUnicode ? "°" : "deg")/s"))
      ] + errorLines(progress).prefix(1))
  }

  /// Present direction of the field, body frame; the centre of its cell before the first fit.
  private static func field(_ progress: CalibrationProgress) -> Vector3? {
    progress.snapshot.cell.map { cell in
      guard progress.result.rung > .none, let latest = progress.snapshot.latest else {
        return DirectionGrid.center(of: cell)
      }
      let parameters = progress.result.parameters
      let load = parameters.load.flatMap { effect in
        latest.load.map { effect.field(at: $0.value(delay: effect.delay)) }
      }
      return parameters.softIron * (latest.field - parameters.hardIron - (load ?? .zero))
    }
  }

  private func facts(_ progress: CalibrationProgress) -> [GuideRow] {
    let coverage = progress.snapshot.coverage
    let result = progress.result
    func share(_ value: Double) -> String { "\(NumberText.fixed(value * 100, 0)) %" }
    let field = result.rung > .none ? result.fieldStrength * 1e6 : nil
    let directions: [GuideRow] = [
      .fact("directions", share(coverage.fraction)),
      .fact("headings", share(coverage.headingFraction)),
      .fact("tilt", NumberText.fixed(coverage.tilt.degrees, 0) + style.degree), .gap,
    ]
    return [
      .fact("time", "\(NumberText.fixed(progress.snapshot.duration, 0)) s"),
      .fact("samples", "\(progress.snapshot.samples.count)"),
    ] + (heading == nil ? directions : []) + [
      .fact("fitted", result.rung.description.replacing("_", with: " ")),
      .fact("quality", result.quality.description),
      .fact("field", NumberText.fixed(field, 1, unit: " \(style.micro)T")),
      .fact("outliers", "\(result.outliers)"),
    ]
  }

  /// Lines with the predicted heading error of the result.
  private func errorLines(_ progress: CalibrationProgress) -> [GuideFrame.Line] {
    let result = progress.result
    let error = result.predictedHeadingError
    func part(_ angle: Angle, _ name: String) -> String {
      "\(style.plusMinus)\(NumberText.fixed(angle.degrees, 2))\(style.degree) \(name)"
    }
    let tilted = "at 20\(style.degree)"
    let before =
      current.map { $0.headingError.map { "  (in use: \(part($0, "level")))" } ?? "" }
      ?? "  (in use: none)"
    guard result.rung > .none else {
      return [.text("heading error not known yet\(before)", .yellow)]
    }
    let words = "heading error \(part(error.level, "level"))  \(part(error.tilt20, tilted))"
    // Full at the target error, empty at ten times the target.
    let share = 1 - (max(error.tilt20.degrees / progress.target, 1) - 1) / 9
    let target = part(Angle(degrees: progress.target), tilted)
    var lines: [GuideFrame.Line] = [
      .text(words + before, result.isAccepted ? .cyan : .yellow),
      .bar(GuideBar("target", .filled(share, limits: []), target)),
    ]
    if let obstacle = progress.obstacle {
      lines.append(.text("continues: \(obstacle.replacing("°", with: style.degree))", .dim))
    }
    return lines
  }

  private func messages(_ progress: CalibrationProgress) -> [(String, TextCanvas.Ink)] {
    var messages: [(String, TextCanvas.Ink)] = []
    if progress.snapshot.samples.isEmpty {
      messages.append(("waiting for the magnetometer; see `compass doctor`", .yellow))
    } else {
      // The next motion already states the missing directions.
      let reasons = progress.result.reasons.subtracting([
        .tooFewSamples, .noRotation, .headingsMissing, .tiltMissing,
      ])
      messages += reasons.advice.prefix(2).map { ($0, .yellow) }
    }
    if let notice = progress.snapshot.notice { messages.append((notice, .cyan)) }
    return messages
  }
}
