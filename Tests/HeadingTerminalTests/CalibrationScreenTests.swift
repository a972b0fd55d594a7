import Foundation
import HeadingCalibration
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import Testing

@testable import HeadingTerminal

/// The guided calibration's screen and lines.
struct CalibrationScreenTests {
  private static let plain = TerminalStyle(usesColor: false, usesUnicode: true)

  private func progress(cells: UInt64 = 0x00FF_00FF_00FF_00FF, fitted: Bool = true)
    -> CalibrationProgress
  {
    var snapshot = CalibrationSnapshot()
    snapshot.coverage.cells = cells
    snapshot.coverage.headings = 0xFF
    snapshot.coverage.tilt = Angle(degrees: 35)
    snapshot.samples = [
      CalibrationSample(time: BootTime(nanoseconds: 0), field: Vector3(1e-6, 2e-6, -4e-5))
    ]
    snapshot.latest = snapshot.samples[0]
    snapshot.cell = 60
    snapshot.duration = 42
    snapshot.notice = "a notice \u{1B}[2J of a source"
    var result = CalibrationResult()
    result.nextMotion = .noseDown
    if fitted {
      result.rung = .full
      result.isAccepted = true
      result.quality = .good
      result.predictedHeadingError.level = Angle(degrees: 0.71)
      result.predictedHeadingError.tilt20 = Angle(degrees: 0.82)
    } else {
      result.reasons = [.tooFewSamples, .noRotation]
    }
    return CalibrationProgress(snapshot: snapshot, result: result, target: 0.5)
  }

  private func frame(
    _ progress: CalibrationProgress, _ width: Int, _ height: Int, style: TerminalStyle = plain
  ) -> [String] {
    CalibrationScreen(style: style, source: "local:", isSimulated: true, current: nil)
      .lines(progress, width: width, height: height)
  }

  @Test(arguments: [(1, 1), (9, 2), (20, 5), (40, 10), (79, 23), (80, 24), (200, 60)])
  func `a frame never exceeds the terminal and always says SIMULATED`(width: Int, height: Int) {
    for progress in [progress(), progress(fitted: false)] {
      let lines = frame(progress, width, height)
      #expect(lines.count == height)
      #expect(lines.allSatisfy { $0.count <= width })
      #expect(width < 9 || lines[0].contains("SIMULATED"))
    }
  }

  @Test func `at 80 by 24 the sphere, the motion, the error and the keys are shown`() {
    let text = frame(progress(), 80, 24).joined(separator: "\n")
    for expected in [
      "█", "·", "◆", "above", "below", "NEXT  nose down, turn around", "now: ",
      "±0.71° level", "±0.82° at 20°", "in use: none", "50 %", "35°", "42 s", "good",
      "Enter keep", "Esc keep the old one", "a notice ?[2J",
    ] {
      #expect(text.contains(expected), "\(expected)")
    }
    let waiting = frame(progress(fitted: false), 80, 24).joined(separator: "\n")
    #expect(waiting.contains("not known yet") && !waiting.contains("Enter keep"))
  }

  @Test func `without UTF-8 every character is ASCII, without colours there is no escape`() {
    let style = TerminalStyle(usesColor: false, usesUnicode: false)
    let text = frame(progress(), 80, 24, style: style).joined()
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value < 127 })
    #expect(text.contains("#"))
  }

  @Test(arguments: [7, 11, 13, 17])
  func `the share of filled characters is the share of covered cells`(height: Int) {
    let sphere = CoverageSphere(rows: height, columns: 200)
    #expect(sphere.height == height)
    var counts = [Int](repeating: 0, count: DirectionGrid.cellCount)
    var all = 0
    for isUpper in [true, false] {
      for row in 0..<height {
        for column in 0..<sphere.width {
          guard let direction = sphere.direction(column: column, row: row, isUpper: isUpper)
          else { continue }
          #expect(abs(direction.length - 1) < 1e-12)
          #expect((direction.z >= 0) == isUpper || direction.z == 0)
          #expect(sphere.place(of: direction) == (column, row))
          counts[DirectionGrid.cell(of: direction)] += 1
          all += 1
        }
      }
    }
    // Every cell can be seen; equal areas have equal counts but for the grid of characters.
    #expect(counts.allSatisfy { $0 > 0 })
    let mean = Double(all) / Double(DirectionGrid.cellCount)
    if height >= 13 { #expect(counts.allSatisfy { abs(Double($0) - mean) < 0.6 * mean }) }
  }

  @Test func `up on the disc is the front, right the right side`() {
    let sphere = CoverageSphere(rows: 13, columns: 200)
    let front = sphere.place(of: Vector3(0, 0.9, 0.43))
    let right = sphere.place(of: Vector3(0.9, 0, 0.43))
    let middle = sphere.place(of: Vector3(0, 0, 1))
    #expect(front.column == middle.column && front.row < middle.row - 3)
    #expect(right.row == middle.row && right.column > middle.column + 6)
  }

  @Test(arguments: [40, 80, 120])
  func `on a narrow terminal a line is broken between two statements`(width: Int) {
    let line = CalibrationLine(style: Self.plain, isSimulated: true)
    let whole = line.text(progress())
    let lines = line.text(progress(), width: width).split(separator: "\n").map(String.init)
    #expect(!whole.contains("\n") && lines.count > 1)
    #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") })
    func words(_ text: String) -> [Substring] { text.split(separator: " ") }
    #expect(words(lines.joined(separator: " ")) == words(whole))
  }

  @Test func `a line of JSON tells a robot what to do next`() throws {
    let line = CalibrationLine(style: Self.plain, isSimulated: true)
    let data = line.json(progress(), state: "collecting")
    #expect(data.last == 10 && data.filter { $0 == 10 }.count == 1)
    let object = try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["state"] as? String == "collecting")
    #expect(object["simulated"] as? Bool == true)
    #expect(object["next"] as? String == "nose down, turn around")
    #expect(object["accepted"] as? Bool == true)
    let error = try #require(object["predicted_heading_error"] as? [String: Any])
    #expect(error["tilt20"] as? Double == 0.82)
    let turns = try #require(object["turn"] as? [String])
    #expect(turns.allSatisfy { CalibrationTurn(rawValue: $0) != nil } && !turns.isEmpty)
    let unfitted = try #require(
      try JSONSerialization.jsonObject(with: line.json(progress(fitted: false), state: "refused"))
        as? [String: Any])
    #expect(unfitted["predicted_heading_error"] is NSNull)
    #expect(unfitted["reasons"] as? [String] == ["too_few_samples", "no_rotation"])
  }
}
