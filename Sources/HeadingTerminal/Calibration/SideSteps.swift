import HeadingCalibration
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import RealModule

/// Steps of the accelerometer calibration: six sides, in any order.
struct SideSteps: GuidedSteps {
  static let opening = "lay the device on each of its six sides, in any order, two seconds each"

  /// The order in which sides are requested; each takes one rotation from the previous one.
  private static let order: [BodySide] = [.top, .bottom, .right, .left, .front, .back]

  /// Largest angle between a pose and its side, °; equal to that of ``BodySide``.
  private static let largestTilt = 30.0

  private(set) var calibrator = AccelerometerCalibrator()
  private var window = ForceWindow()
  private var recent = RecentVectors()
  private var told = ""
  private var isRefused = false

  var isFinished: Bool { calibrator.result != nil }

  mutating func restart() { self = SideSteps() }

  mutating func add(_ event: SensorEvent) -> String? {
    guard case .acceleration(let sample) = event, sample.value.isFinite else { return nil }
    recent.add(sample)
    if !isStill { window = ForceWindow() }
    guard let forces = window.add(event) else { return nil }
    var line: String?
    do throws(RestRefusal) {
      let isNew = calibrator.missing
      let side = try calibrator.add(pose: forces)
      if isNew.contains(side) {
        let missing = calibrator.missing.map(\.description).joined(separator: ", ")
        line = "\(side): taken" + (missing.isEmpty ? "" : "; missing: \(missing)")
        isRefused = false
      }
    } catch {
      if error != .motion {
        line = "refused: \(error)"
        isRefused = true
      }
    }
    guard let line, line != told else { return nil }
    told = line
    return line
  }

  private var isStill: Bool { recent.spread.map { $0 <= calibrator.largestSpread } ?? true }

  /// The requested side: the one that is up now if it is missing, else the next missing one.
  private var asked: BodySide? {
    let missing = Self.order.filter(calibrator.missing.contains)
    let present = recent.mean.flatMap(BodySide.init(up:))
    return missing.first { $0 == present } ?? missing.first
  }

  func frame(_ style: TerminalStyle) -> GuideFrame {
    let asked = asked
    var frame = GuideFrame(
      subject: "accelerometer", task: asked.map(Self.task) ?? "done")
    frame.picture = asked.map(PoseDrawing.init)
    frame.list = Self.order.map { side in
      .step(
        side.description,
        calibrator.seen.contains(side) ? .done : side == asked ? .active : .open)
    }
    guard let force = recent.mean else {
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
        calibrator.largestSpread, "still", recent.spread, decimals: 2,
        unit: style.usesUnicode ? "m/s²" : "m/s2")
    ]
    if let asked, let up = force.direction {
      let tilt = Angle(radians: Double.acos(min(max(up.dot(asked.up), -1), 1))).degrees
      bars.append(
        GuideBar(
          "off pose", .filled(tilt / 180, limits: [Self.largestTilt / 180]),
          "\(NumberText.fixed(tilt, 0))\(style.degree) of \(NumberText.fixed(Self.largestTilt, 0))"
            + style.degree, isGood: tilt < Self.largestTilt))
      // The bar fills only in the requested pose.
      let share = isStill && tilt < Self.largestTilt ? window.filled : 0
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

  /// Returns the instruction that brings a side up.
  private static func task(_ side: BodySide) -> String {
    switch side {
    case .top: "lay it level, its top up, and let go"
    case .bottom: "lay it upside down and let go"
    case .right: "stand it on its left side, right side up, and let go"
    case .left: "stand it on its right side, left side up, and let go"
    case .front: "stand it on its back, nose up, and let go"
    case .back: "stand it on its front, nose down, and let go"
    }
  }
}
