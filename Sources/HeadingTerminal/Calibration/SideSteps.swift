import HeadingCalibration
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import RealModule

/// Steps of the accelerometer calibration: six sides, in any order.
struct SideSteps: GuidedSteps {
  static let opening = "lay the device on each of its six sides, in any order, two seconds each"

  /// Largest angle between a pose and its side, °; equal to that of ``BodySide``.
  private static let largestTilt = 30.0

  private var poses = SidePoses()
  private var told = ""
  private var isRefused = false

  var calibrator: AccelerometerCalibrator { poses.calibrator }

  var isFinished: Bool { calibrator.result != nil }

  mutating func restart() { self = SideSteps() }

  mutating func add(_ event: SensorEvent) -> String? {
    let line: String
    switch poses.add(event) {
    case .taken(let side):
      let missing = calibrator.missing.map(\.description).joined(separator: ", ")
      line = "\(side): taken" + (missing.isEmpty ? "" : "; missing: \(missing)")
      isRefused = false
    case .refused(let refusal):
      line = "refused: \(refusal)"
      isRefused = true
    case nil: return nil
    }
    guard line != told else { return nil }
    told = line
    return line
  }

  func frame(_ style: TerminalStyle) -> GuideFrame {
    let asked = poses.asked
    var frame = GuideFrame(
      subject: "accelerometer", task: asked?.task ?? "done")
    frame.picture = asked.map(PoseDrawing.init)
    frame.list = SidePoses.order.map { side in
      .step(
        side.description,
        calibrator.seen.contains(side) ? .done : side == asked ? .active : .open)
    }
    guard let force = poses.force else {
      frame.messages = [("waiting for the accelerometer; see `compass doctor`", .yellow)]
      return frame
    }
    frame.lines = bars(force, asked, style).map { .bar($0) }
    if !told.isEmpty {
      let words = isRefused ? told : String(told.prefix { $0 != ";" })
      frame.messages = [(words, isRefused ? .yellow : .cyan)]
    }
    return frame
  }

  private func bars(
    _ force: Vector3, _ asked: BodySide?, _ style: TerminalStyle
  ) -> [GuideBar] {
    var bars: [GuideBar] = [
      .below(
        calibrator.largestSpread, "still", poses.spread, decimals: 2,
        unit: style.usesUnicode ? "m/s²" : "m/s2")
    ]
    if let asked, let up = force.direction {
      let tilt = Angle(radians: Double.acos(min(max(up.dot(asked.up), -1), 1))).degrees
      bars.append(
        GuideBar(
          "off pose", .filled(tilt / 180, limits: [Self.largestTilt / 180]),
          "\(NumberText.fixed(tilt, 0))\(style.degree) of \(NumberText.fixed(Self.largestTilt, 0))"
            + style.degree, isGood: tilt < Self.largestTilt))
      let share = poses.filled
      bars.append(
        GuideBar(
          "pose", .filled(share, limits: []),
          "\(NumberText.fixed(share * ForceWindow.length, 1)) of "
            + "\(NumberText.fixed(ForceWindow.length, 1)) s"))
    }
    let axes = [("up x", force.x), ("up y", force.y), ("up z", force.z)]
    return bars
      + axes.map { name, value in
        GuideBar(
          name, .signed(value / PhysicalConstants.standardGravity),
          NumberText.fixed(value, 2) + (style.usesUnicode ? " m/s²" : " m/s2"))
      }
  }
}
