import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingTerminal

/// The screen of guided calibrations, and what its steps show as events come.
struct GuideScreenTests {
  private static let gravity = PhysicalConstants.standardGravity
  private static let plain = TerminalStyle(usesColor: false, usesUnicode: true)

  private func frame(
    _ frame: GuideFrame, _ width: Int = 80, _ height: Int = 24, style: TerminalStyle = plain
  ) -> [String] {
    GuideScreen(style: style, source: "local:", isSimulated: true)
      .lines(frame, width: width, height: height)
  }

  private func text(_ steps: some GuidedSteps, style: TerminalStyle = plain) -> String {
    frame(steps.frame(style), style: style).joined(separator: "\n")
  }

  /// Forces and rates at 100 Hz from a second on, the rate shaken by so much, rad/s.
  private func events(
    _ force: Vector3, from start: Double, seconds: Double, shaking: Double = 0
  ) -> [SensorEvent] {
    (0..<Int(seconds * 100)).flatMap { step -> [SensorEvent] in
      let time = BootTime(seconds: start + Double(step) / 100)
      let shake = step % 2 == 0 ? shaking : -shaking
      return [
        .acceleration(VectorSample(time: time, value: force + Vector3(10 * shake, 0, 0))),
        .angularRate(VectorSample(time: time, value: Vector3(0.01 + shake, -0.02, 0.005))),
      ]
    }
  }

  private func after(_ events: [SensorEvent], _ start: some GuidedSteps) -> some GuidedSteps {
    var steps = start
    for event in events { _ = steps.add(event) }
    return steps
  }

  @Test(arguments: [(1, 1), (9, 2), (20, 5), (40, 10), (79, 23), (80, 24), (120, 40), (200, 60)])
  func `a frame of every guide fits the terminal and contains SIMULATED`(width: Int, height: Int) {
    let rest = events(Vector3(0, 0, Self.gravity), from: 0, seconds: 4)
    let guides: [any GuidedSteps] = [
      SideSteps(), after(rest, SideSteps()), BiasSteps(length: 6),
      after(rest, BiasSteps(length: 6)), MountSteps(checks: true, at: nil),
      after(rest, MountSteps(checks: true, at: nil)),
    ]
    for guide in guides {
      var shown = guide.frame(Self.plain)
      shown.timeLeft = 61
      shown.messages = [("a notice \u{1B}[2J of a source", .cyan)]
      let lines = frame(shown, width, height)
      #expect(lines.count == height && lines.allSatisfy { $0.count <= width })
      #expect(width < 9 || lines[0].contains("SIMULATED"))
      #expect(width < 40 || lines[0].contains(shown.subject))
      // What to do and how to leave are there on the smallest terminal that is used.
      #expect(
        width < 40 || lines.contains { $0.contains("NEXT") } && lines[height - 1].contains("q"))
      #expect(!lines.joined().contains("\u{1B}"))
    }
  }

  @Test func `colours only repeat the symbols, and ASCII has its own symbols`() {
    let steps = after(events(Vector3(0, 0, Self.gravity), from: 0, seconds: 3), SideSteps())
    let shown = text(steps)
    for expected in ["✓ level", "▶ upside down", "○ nose up", "m/s² ✓", "180° of 30° !"] {
      #expect(shown.contains(expected), "\(expected) in \(shown)")
    }
    let ascii = text(steps, style: TerminalStyle(usesColor: false, usesUnicode: false))
    #expect(ascii.unicodeScalars.allSatisfy { $0.value == 10 || (32..<127).contains($0.value) })
    #expect(ascii.contains("[x] level") && ascii.contains("[>] upside down"))
    let colored = text(steps, style: TerminalStyle(usesColor: true, usesUnicode: true))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == shown)
  }

  @Test(arguments: BodySide.allCases)
  func `the drawing shows the requested side on top`(side: BodySide) throws {
    let picture = PoseDrawing(side: side)
    let size = try #require(picture.size(columns: 60, rows: 10))
    var canvas = TextCanvas(width: 60, height: 10)
    picture.draw(on: &canvas, column: 0, row: 0, size: size, style: Self.plain)
    let lines = canvas.lines(usesColor: false)
    let upper = [
      BodySide.right: "RIGHT", .left: "LEFT", .front: "FRONT", .back: "BACK", .top: "FRONT",
      .bottom: "FRONT",
    ][side]
    #expect(lines[0].contains(try #require(upper)))
    #expect(lines.joined().contains(side == .bottom ? "BOTTOM" : "TOP"))
    #expect(picture.size(columns: 60, rows: 7) == nil)
    #expect(BodySide(up: side.up) == side)
  }

  @Test func `a missing side that is up now is requested before the next in order`() {
    let steps = after(events(Vector3(0, Self.gravity, 0), from: 0, seconds: 1), SideSteps())
    #expect(text(steps).contains("NEXT  stand it on its back, nose up"))
    let taken = after(events(Vector3(0, Self.gravity, 0), from: 0, seconds: 3), SideSteps())
    let shown = text(taken)
    #expect(shown.contains("NEXT  lay it level") && shown.contains("nose up: taken"))
  }

  @Test func `motion restarts a pose, so that the following rest counts at once`() {
    let up = Vector3(0, 0, Self.gravity)
    let moving = events(up, from: 0, seconds: 1.4, shaking: 0.2)
    #expect(text(after(moving, SideSteps())).contains("0.0 of 1.5 s"))
    let rested = after(moving + events(up, from: 1.4, seconds: 2.2), SideSteps())
    #expect(text(rested).contains("✓ level"))
  }

  @Test func `the gyroscope's screen restarts after motion and states the reason`() {
    let up = Vector3(0, 0, Self.gravity)
    let rest = events(up, from: 0, seconds: 4)
    let resting = after(rest, BiasSteps(length: 6))
    #expect(!resting.isFinished)
    #expect(text(resting).contains("0.573 ±0.0000 °/s") && text(resting).contains("2.0 s left"))
    let moved = after(
      rest + events(up, from: 4, seconds: 1, shaking: 0.05), BiasSteps(length: 6))
    #expect(text(moved).contains("began anew: the device moved, its rate varied by"))
    #expect(text(moved).contains("6.0 s left") && text(moved).contains("▶ lie still"))
    let whole = rest + events(up, from: 4, seconds: 1, shaking: 0.05)
    let done = after(whole + events(up, from: 5, seconds: 7), BiasSteps(length: 6))
    #expect(done.isFinished)
  }

  @Test func `a slow tilt restarts the gyroscope's rest`() {
    let slow = (0..<60).flatMap { step in
      let angle = Angle(degrees: Double(step) * 0.05)
      return events(
        Vector3(angle.sine, 0, angle.cosine) * Self.gravity, from: Double(step) / 10, seconds: 0.1)
    }
    let steps = after(slow, BiasSteps(length: 6))
    #expect(!steps.isFinished && text(steps).contains("the device turned slowly"))
  }

  @Test func `the mount's steps follow each other, and Enter skips the check`() {
    let level = events(Vector3(0, 0, Self.gravity), from: 0, seconds: 3)
    let lifted = events(
      Vector3(0, Angle(degrees: 30).sine, Angle(degrees: 30).cosine) * Self.gravity, from: 3,
      seconds: 3)
    #expect(text(MountSteps(checks: true, at: nil)).contains("NEXT  put the vehicle level"))
    let flat = text(after(level, MountSteps(checks: true, at: nil)))
    #expect(flat.contains("NEXT  lift its nose") && flat.contains("0° of 10 to 60° !"))
    // A pose that cannot be taken makes no progress.
    #expect(flat.contains("0.0 of 1.5 s"))
    var steps = MountSteps(checks: true, at: nil)
    steps.accept()
    #expect(!steps.isFinished)
    for event in level + lifted { _ = steps.add(event) }
    #expect(text(steps).contains("Enter skip the check") && !steps.isFinished)
    steps.accept()
    #expect(steps.isFinished && abs((steps.found.lift?.degrees ?? 0) - 30) < 0.1)
    steps.restart()
    #expect(!steps.isFinished && steps.found.matrix == nil)
  }

  @Test func `bars of any value keep their length`() {
    for value in [-Double.infinity, -3, -1, 0, 0.5, 1, 9, .infinity, .nan] {
      for shape in [GuideBar.Shape.filled(value, limits: [0.5]), .signed(value)] {
        #expect(GuideBar("x", shape, "").drawing(columns: 21, Self.plain).count == 21)
      }
    }
    let bar = GuideBar.below(0.3, "still", 0.3, decimals: 2, unit: "m/s²")
    #expect(bar.isGood == true && bar.words(Self.plain) == "0.30 of 0.30 m/s² ✓")
  }

  @Test(
    arguments: [
      ([0x71], .quit), ([0x1B], .quit), ([3], .quit), ([0x72], .restart), ([13], .accept),
      ([0x1B, 0x5B, 0x41], nil), ([], nil),
    ] as [([UInt8], GuideKey?)])
  func `keys of a guide`(bytes: [UInt8], key: GuideKey?) { #expect(GuideKey(bytes) == key) }
}
