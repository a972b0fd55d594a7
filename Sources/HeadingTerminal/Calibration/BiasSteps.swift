import HeadingGeometry
import HeadingRuntime
import HeadingSensing

/// Steps that estimate the gyroscope's bias at rest.
struct BiasSteps: GuidedSteps {
  static let opening = "leave the device at rest"

  /// The bias at which a bar is full, °/s.
  private static let fullScale = 1.0

  /// Required duration of rest, s; `nil` uses all data and tests it at the end.
  private let length: Double?
  private(set) var rest: BiasRest

  init(length: Double? = nil) {
    self.length = length
    rest = BiasRest(length: length)
  }

  var isFinished: Bool { rest.isFinished }

  mutating func restart() { self = BiasSteps(length: length) }

  mutating func add(_ event: SensorEvent) -> String? {
    rest.add(event)
    return nil
  }

  func frame(_ style: TerminalStyle) -> GuideFrame {
    let offset = try? rest.outcome.get()
    var frame = GuideFrame(
      subject: "gyroscope",
      task: rest.isMoving
        ? "lay it on something firm and let go" : "leave it at rest; do not touch the table")
    frame.list = [
      .step("lie still", rest.isMoving ? .active : .done),
      .step("measure the rate at rest", rest.isMoving ? .open : offset == nil ? .active : .done),
      .step("offset known, its error shrinks", offset == nil ? .open : .active),
    ]
    guard rest.isMeasuring else {
      frame.messages = [("waiting for the gyroscope; see `compass doctor`", .yellow)]
      return frame
    }
    let unit = "\(style.usesUnicode ? "°" : "deg")/s"
    let length = length ?? rest.duration
    frame.lines = [
      .bar(
        .below(
          Angle(radians: rest.largestSpread).degrees, "still",
          rest.spread.map { Angle(radians: $0).degrees }, decimals: 2, unit: unit)),
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
    if let reason = rest.reason {
      let times = rest.restarts > 1 ? ", \(rest.restarts) times" : ""
      frame.messages = [("began anew\(times): \(reason)", .yellow)]
    }
    return frame
  }
}
