import HeadingCalibration
import HeadingGeometry
import HeadingSensing

/// Steps that estimate the gyroscope's bias at rest.
///
/// The magnetometer is checked besides rate and force: only it reveals a steady rotation about the
/// vertical.
struct BiasSteps: GuidedSteps {
  static let opening = "leave the device at rest"

  /// Change of the mean field from the first to the last second above which the device turned, T.
  ///
  /// 4σ of the mean of a consumer sensor's samples; a rotation of 3° in 30 µT.
  private static let largestFieldChange = 1.5e-6

  /// The bias at which a bar is full, °/s.
  private static let fullScale = 1.0

  /// Required duration of rest, s; `nil` uses all data and tests it at the end.
  private let length: Double?
  private var rest: GyroscopeRest
  private var fields: [VectorSample] = []
  private var recent = RecentVectors()
  private var isMoving = false
  private var samples = 0
  /// Reason of the last restart, and the number of restarts.
  private var reason: String?
  private var restarts = 0
  private(set) var isFinished = false

  init(length: Double? = nil) {
    self.length = length
    rest = Self.newRest
  }

  private static var newRest: GyroscopeRest {
    var rest = GyroscopeRest()
    // Largest bias in the data sheets of sensors on HATs.
    rest.largestOffset = Angle(degrees: 5).radians
    return rest
  }

  mutating func restart() { self = BiasSteps(length: length) }

  mutating func add(_ event: SensorEvent) -> String? {
    if case .angularRate(let sample) = event { recent.add(sample) }
    if length != nil, let spread = recent.spread, spread > rest.largestSpread {
      let rate = NumberText.fixed(Angle(radians: spread).degrees, 1)
      if !isMoving { beginAnew("the device moved, its rate varied by \(rate) deg/s") }
      isMoving = true
      return nil
    }
    isMoving = false
    rest.add(event)
    if case .magneticField(let sample) = event, sample.value.isFinite { fields.append(sample) }
    if let length { checkRest(length) }
    return nil
  }

  /// Tests every 50 events and at the end whether the device was at rest, and for long enough.
  private mutating func checkRest(_ length: Double) {
    samples += 1
    let isOver = rest.duration >= length
    guard isOver || samples % 50 == 0 else { return }
    switch outcome {
    case .success: isFinished = isOver
    case .failure(.tooFewSamples): break
    case .failure: beginAnew("the device turned slowly, or its offset is beyond 5 deg/s")
    }
  }

  private mutating func beginAnew(_ reason: String) {
    // Without data there is nothing to restart.
    if rest.duration > 0 {
      self.reason = reason
      restarts += 1
    }
    rest = Self.newRest
    fields = []
  }

  /// The bias, rad/s, and its 1σ per axis; or the reason why the rest was rejected.
  var outcome: Result<PoseGuide.GyroscopeOffset, RestRefusal> {
    if let first = fields.first?.time, let last = fields.last?.time {
      let early = Self.mean(fields.prefix(while: { $0.time.seconds(since: first) < 1 }))
      let late = Self.mean(fields.suffix(while: { last.seconds(since: $0.time) < 1 }))
      if (late - early).length > Self.largestFieldChange { return .failure(.motion) }
    }
    do throws(RestRefusal) {
      let (bias, deviation) = try rest.result()
      return .success(PoseGuide.GyroscopeOffset(bias: bias, deviation: deviation))
    } catch {
      return .failure(error)
    }
  }

  private static func mean(_ samples: ArraySlice<VectorSample>) -> Vector3 {
    samples.reduce(.zero) { $0 + $1.value } / Double(max(samples.count, 1))
  }

  func frame(_ style: TerminalStyle) -> GuideFrame {
    let offset = try? outcome.get()
    var frame = GuideFrame(
      subject: "gyroscope",
      task: isMoving
        ? "lay it on something firm and let go" : "leave it at rest; do not touch the table")
    frame.list = [
      .step("lie still", isMoving ? .active : .done),
      .step("measure the rate at rest", isMoving ? .open : offset == nil ? .active : .done),
      .step("offset known, its error shrinks", offset == nil ? .open : .active),
    ]
    guard recent.mean != nil else {
      frame.messages = [("waiting for the gyroscope; see `compass doctor`", .yellow)]
      return frame
    }
    let unit = "\(style.usesUnicode ? "°" : "deg")/s"
    let length = length ?? rest.duration
    frame.lines = [
      .bar(
        .below(
          Angle(radians: rest.largestSpread).degrees, "still",
          recent.spread.map { Angle(radians: $0).degrees }, decimals: 2, unit: unit)),
      .bar(
        GuideBar(
          "rest", .filled(rest.duration / max(length, 1e-9), limits: []),
          "\(NumberText.fixed(max(0, length - rest.duration), 1)) s left")),
    ]
    for (name, axis) in [("offset x", 0), ("offset y", 1), ("offset z", 2)] {
      let value = offset.map { Angle(radians: $0.bias[axis]).degrees }
      let error = offset.map { Angle(radians: $0.deviation).degrees }
      frame.lines.append(
        .bar(
          GuideBar(
            name, .signed((value ?? 0) / Self.fullScale),
            value == nil
              ? "-"
              : "\(NumberText.fixed(value, 3)) \(style.plusMinus)\(NumberText.fixed(error, 4)) "
                + unit)))
    }
    if let reason {
      let times = restarts > 1 ? ", \(restarts) times" : ""
      frame.messages = [("began anew\(times): \(reason)", .yellow)]
    }
    return frame
  }
}

extension Array {
  /// Returns the longest suffix whose elements satisfy the predicate.
  fileprivate func suffix(while isWanted: (Element) -> Bool) -> ArraySlice<Element> {
    self[(lastIndex { !isWanted($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
