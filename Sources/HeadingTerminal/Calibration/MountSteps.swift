import HeadingCalibration
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import RealModule

/// Steps of the mount calibration: level, nose up, then free motion to find the axes of each sensor.
struct MountSteps: GuidedSteps {
  static let opening = "put the vehicle level and leave it for two seconds"

  /// Recommended nose-up angle, °.
  private static let lift = 10.0...60.0

  /// Nose-up angle that `MountFinder` accepts, °.
  private static let taken = 5.0...85.0

  private let checks: Bool
  private let givenCoordinate: Coordinate?
  private var coordinate: Coordinate?
  private var window = ForceWindow()
  private var recent = RecentVectors()
  private var alignment = FreeMotionAlignment()
  private var level: Vector3?
  private var rate: VectorSample?
  /// Time of the last attempt to find the axes.
  private var attempt: BootTime?
  /// Total rotation angle since the mount is known, rad.
  private var turned = 0.0
  private(set) var found = PoseGuide.Mount()
  private(set) var isFinished = false

  /// Creates steps.
  ///
  /// - Parameters:
  ///   - checks: Whether to find the axes of gyroscope and magnetometer by free motion afterwards.
  ///   - coordinate: The position of the device, if known.
  init(checks: Bool, at coordinate: Coordinate?) {
    self.checks = checks
    givenCoordinate = coordinate
    self.coordinate = coordinate
  }

  mutating func restart() { self = MountSteps(checks: checks, at: givenCoordinate) }

  mutating func accept() { isFinished = found.matrix != nil }

  mutating func add(_ event: SensorEvent) -> String? {
    alignment.process(event)
    switch event {
    case .angularRate(let sample): addRotation(sample)
    case .fix(let fix): coordinate = fix.coordinate
    case .acceleration(let sample): recent.add(sample)
    default: break
    }
    guard found.matrix == nil else {
      findAxes(at: event.time)
      return nil
    }
    if !isStill { window = ForceWindow() }
    guard let forces = window.add(event) else { return nil }
    guard let force = ForceWindow.mean(forces) else { return nil }
    guard let flat = level else {
      level = force
      return "level: taken; now lift its nose by 10 to 60 degrees and hold it there"
    }
    found.matrix = MountFinder.mount(level: flat, noseUp: force)
    guard found.matrix != nil else { return nil }
    found.lift = slope
    isFinished = !checks
    return "nose up: taken"
      + (checks ? "; now turn it slowly about all its axes, to find those of each sensor" : "")
  }

  private mutating func addRotation(_ sample: VectorSample) {
    if found.matrix != nil, let last = rate, sample.value.isFinite {
      turned += sample.value.length * min(max(sample.time.seconds(since: last.time), 0), 0.25)
    }
    rate = sample
  }

  /// Tries to find the axes every two seconds of the motion.
  private mutating func findAxes(at time: BootTime) {
    guard checks else { return }
    guard let last = attempt else {
      attempt = time
      return
    }
    guard time.seconds(since: last) >= 2 else { return }
    attempt = time
    let finding = alignment.finding(
      isFieldDown: coordinate.flatMap(MagneticDipSign.isFieldDown))
    found.axes = finding
    isFinished = Self.isFinal(finding.gyroscope) && Self.isFinal(finding.magnetometer)
  }

  /// Whether more motion is not needed or cannot change the result.
  private static func isFinal(_ result: Result<AxisAlignment, AlignmentRefusal>) -> Bool {
    switch result {
    case .success: true
    case .failure(let refusal): refusal.isFinal
    }
  }

  private var isStill: Bool { recent.spread.map { $0 <= ForceWindow.largestSpread } ?? true }

  /// Angle between the present vertical and that of the level pose.
  private var slope: Angle? {
    guard let up = level?.direction, let now = recent.mean?.direction else { return nil }
    return Angle(radians: Double.acos(min(max(up.dot(now), -1), 1)))
  }

  func frame(_ style: TerminalStyle) -> GuideFrame {
    let isMounted = found.matrix != nil
    let task =
      isMounted
      ? "turn it slowly about all its axes, to find those of each sensor"
      : level == nil
        ? "put the vehicle level and let go"
        : "lift its nose by 10 to 60 degrees and hold it there"
    var frame = GuideFrame(
      subject: "mount", task: task, accept: isMounted ? "skip the check" : nil, quit: "quit")
    frame.picture = SlopeDrawing(slope: slope)
    frame.list = [
      .step("level, at rest", level == nil ? .active : .done),
      .step("nose up, at rest", isMounted ? .done : level == nil ? .open : .active),
    ]
    if checks { frame.list.append(.step("axes of each sensor", isMounted ? .active : .open)) }
    guard recent.mean != nil else {
      frame.messages = [("waiting for the accelerometer; see `compass doctor`", .yellow)]
      return frame
    }
    frame.lines = bars(style).map { .bar($0) }
    return frame
  }

  private func bars(_ style: TerminalStyle) -> [GuideBar] {
    if found.matrix != nil {
      let degrees = Angle(radians: turned).degrees
      let text =
        "\(NumberText.fixed(degrees, 0))\(style.degree), 16 turns of 20\(style.degree) at least"
      return [GuideBar("turned", .filled(degrees / 720, limits: [320.0 / 720]), text)]
    }
    var bars: [GuideBar] = [
      .below(
        ForceWindow.largestSpread, "still", recent.spread, decimals: 2,
        unit: style.usesUnicode ? "m/s²" : "m/s2")
    ]
    if let slope = slope?.degrees {
      bars.append(
        GuideBar(
          "lifted",
          .filled(slope / 90, limits: [Self.lift.lowerBound / 90, Self.lift.upperBound / 90]),
          "\(NumberText.fixed(slope, 0))\(style.degree) of 10 to 60\(style.degree)",
          isGood: Self.lift ~= slope))
    }
    // The bar fills only in an acceptable pose.
    let isLifted = slope.map { Self.taken ~= $0.degrees } ?? true
    let share = isStill && isLifted ? window.filled : 0
    bars.append(
      GuideBar(
        "pose", .filled(share, limits: []),
        "\(NumberText.fixed(share * ForceWindow.length, 1)) of "
          + "\(NumberText.fixed(ForceWindow.length, 1)) s"))
    return bars
  }
}
