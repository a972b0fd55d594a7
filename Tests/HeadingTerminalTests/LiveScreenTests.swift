import HeadingGeometry
import HeadingProtocol
import HeadingSensing
import Testing

@testable import HeadingTerminal

struct LiveScreenTests {
  private static let plain = TerminalStyle(usesColor: false, usesUnicode: true)

  private func frame(
    _ message: SolutionMessage?, _ width: Int, _ height: Int, style: TerminalStyle = plain,
    notice: String? = nil, source: String = "local:"
  ) -> [String] {
    LiveScreen(style: style).lines(
      message, source: source, notice: notice, width: width, height: height)
  }

  private static let manyReasons: Reasons = [
    .disturbed, .uncalibrated, .gnssMissing, .positionUnknown, .dateUnknown, .barometerMissing,
  ]

  @Test(
    arguments: [(1, 1), (2, 3), (9, 2), (20, 5), (40, 10), (79, 23), (80, 24), (81, 60), (200, 60)])
  func `a frame never exceeds the terminal`(width: Int, height: Int) {
    for message in [
      nil, fullMessage(), fullMessage(simulated: false, reasons: Self.manyReasons),
    ] {
      let lines = frame(
        message, width, height, notice: String(repeating: "long notice ", count: 40))
      #expect(lines.count == height)
      #expect(lines.allSatisfy { $0.count <= width })
    }
  }

  @Test func `at 80 by 24 everything can be read`() {
    let text = frame(fullMessage(), 80, 24).joined(separator: "\n")
    for expected in [
      "SIMULATED", "2026-11-21 00:00:00 UTC", "123.4°", "±1.5°", "±1.6°", "12.9° E", "-3.2°",
      "7.5°",
      "47.9 µT", "52.0 m", "1007.00 hPa", "37.77490 N", "122.41940 W", "valid", "q quit", "▼",
    ] {
      #expect(text.contains(expected), "\(expected)")
    }
  }

  @Test(arguments: [(16, 3), (20, 5), (24, 8), (30, 8), (25, 40), (30, 12), (36, 24)])
  func `a narrow terminal shows the heading first, and no number that is cut`(
    width: Int, height: Int
  ) {
    for reasons in [[], Self.manyReasons] {
      let lines = frame(
        fullMessage(reasons: reasons), width, height, notice: "a notice of a source")
      #expect(lines[1].contains("123.4°") || lines[2].contains("123.4°"), "\(lines)")
      let whole = frame(fullMessage(reasons: reasons), 200, 60).joined(separator: " ")
        .split(separator: " ")
      for word in lines.dropFirst().flatMap({ $0.split(separator: " ") })
      where word.contains(where: \.isNumber) && word.contains(".") {
        #expect(whole.contains(word), "\(word) in \(lines)")
      }
    }
  }

  @Test(arguments: [(20, 5), (24, 8), (30, 8), (25, 40)])
  func `a terminal too small for the views is reported`(width: Int, height: Int) {
    let lines = frame(fullMessage(), width, height)
    #expect(lines.last?.contains("terminal too small") == true, "\(lines)")
    #expect(lines.contains { $0.contains("±1.6°") }, "\(lines)")
  }

  @Test(arguments: [(9, 1), (12, 4), (19, 1), (20, 5), (30, 3), (80, 24), (200, 60)])
  func `every frame of simulated sensors contains SIMULATED`(width: Int, height: Int) {
    for reasons in [[], Self.manyReasons] {
      let lines = frame(
        fullMessage(reasons: reasons), width, height, notice: "a notice of a source")
      #expect(lines.first?.contains("SIMULATED") == true, "\(lines)")
    }
    #expect(!frame(fullMessage(simulated: false), 80, 24).joined().contains("SIMULATED"))
  }

  @Test func `reasons are shown with their advice, as many as fit`() {
    let text = frame(fullMessage(reasons: .uncalibrated), 120, 30).joined(separator: "\n")
    #expect(text.contains("not calibrated: the magnetometer is not calibrated"))
    let many = frame(fullMessage(reasons: Self.manyReasons), 80, 24).joined(separator: "\n")
    #expect(many.contains(/and \d more/))
  }

  @Test func `at 80 by 24 permanent notices leave every value its row`() {
    for reasons in [[], Self.manyReasons] {
      let lines = frame(
        fullMessage(reasons: reasons), 80, 24, notice: String(repeating: "long notice ", count: 40))
      for name in ["status", "within", "speed", "course"] {
        #expect(lines.contains { $0.contains(" \(name) ") }, "\(name) in \(lines)")
      }
    }
  }

  @Test func `a value that the receiver does not report is named`() {
    var message = fullMessage(reasons: .notReported)
    message.ellipsoidalAltitude = nil
    let sentence = "height above the ellipsoid not reported by the receiver"
    #expect(frame(message, 80, 24).contains { $0.contains(sentence) })
    #expect(UpdateLine(style: Self.plain).text(message).contains(sentence + " (not_reported)"))
    message.altitude = nil
    #expect(ReasonText.unreported(message)?.hasPrefix("altitude and height") == true)
  }

  @Test func `without UTF-8 every character is ASCII`() {
    let style = TerminalStyle(usesColor: false, usesUnicode: false)
    for height in [5, 24, 60] {
      let text = frame(fullMessage(), 120, height, style: style).joined()
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value < 127 })
    }
  }

  @Test func `without colours there is no escape sequence, with them colours are reset`() {
    #expect(!frame(fullMessage(), 80, 24).joined().contains("\u{1B}"))
    let colored = frame(
      fullMessage(), 80, 24, style: TerminalStyle(usesColor: true, usesUnicode: true))
    #expect(colored.joined().contains("\u{1B}[0;33mSIMULATED"))
    // A line that set a colour ends plain.
    for line in colored where line.contains("\u{1B}[0;") { #expect(line.contains("\u{1B}[0m")) }
  }

  @Test func `control characters from outside do not reach the terminal`() {
    let text = frame(
      fullMessage(simulated: false), 80, 24, notice: "evil \u{1B}]0;title\u{07}\r\nnext \u{9B}2J",
      source: "\u{1B}[2Jhost"
    ).joined()
    #expect(
      text.unicodeScalars.allSatisfy { $0.value >= 32 && !(0x7F...0x9F).contains($0.value) })
  }

  @Test(arguments: [1e300, -1e300, -5, -1000, 359.6, 720, 9.3e18, 1e-300, Double.nan])
  func `an invalid heading of a faulty daemon is displayed without failure`(heading: Double) {
    var message = fullMessage()
    message.magneticHeading = heading
    message.trueHeading = heading
    message.course = heading
    #expect(frame(message, 80, 24).count == 24)
  }

  @Test func `a line for a pipe contains SIMULATED and no escape`() {
    let line = UpdateLine(style: TerminalStyle(usesColor: true, usesUnicode: true))
    let text = line.text(fullMessage(reasons: .disturbed))
    #expect(text.hasPrefix("SIMULATED  magnetic 123.4° ±1.5°  true 123.4° ±1.6°"))
    #expect(text.hasSuffix("valid  field disturbed (disturbed)"))
    #expect(!text.contains("\u{1B}") && !text.contains("\n"))
    #expect(!line.text(fullMessage(simulated: false)).contains("SIMULATED"))
  }

  @Test(
    arguments: [
      (["NO_COLOR": "1", "LANG": "en_US.UTF-8"], false, true),
      (["NO_COLOR": "", "LANG": "en_US.UTF-8"], true, true),
      (["TERM": "dumb", "LC_ALL": "C"], false, false),
      (["LANG": "en_US.UTF-8", "LC_ALL": "C"], true, false),
      (["LC_CTYPE": "de_DE.utf8", "LANG": "C"], true, true), ([:], true, false),
    ])
  func `the style follows the environment`(
    environment: [String: String], usesColor: Bool, usesUnicode: Bool
  ) {
    let style = TerminalStyle(environment: environment)
    #expect(style.usesColor == usesColor)
    #expect(style.usesUnicode == usesUnicode)
  }
}
