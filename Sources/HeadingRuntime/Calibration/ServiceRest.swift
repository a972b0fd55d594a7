import HeadingCalibration
import HeadingGeometry
package import HeadingProtocol
import HeadingSensing
import HeadingStorage
import Synchronization

/// A guided calibration of the accelerometer or the gyroscope of a running service, at rest.
package final class ServiceRest: ServiceGuide {
  package let interval = 0.25

  /// One of both measurements.
  private struct Steps {
    var poses: SidePoses?
    /// The newest of the poses.
    var news: SidePoses.News?
    var rest: BiasRest?

    mutating func add(_ event: SensorEvent) {
      if poses?.calibrator.result == nil, let new = poses?.add(event) { news = new }
      if rest?.isFinished == false { rest?.add(event) }
    }
  }

  /// Apart, because a listener that held the calibration would never be released.
  private final class Box: Sendable {
    let steps: Mutex<Steps>

    init(_ steps: Steps) { self.steps = Mutex(steps) }
  }

  private let sensors: GuidedSensors
  private let box: Box

  private init(of service: HeadingService, _ steps: Steps) throws(CalibrationInterruption) {
    let box = Box(steps)
    self.box = box
    sensors = try GuidedSensors(of: service) { event in box.steps.withLock { $0.add(event) } }
  }

  /// Begins to measure the accelerometer on six sides.
  ///
  /// - Throws: Why the service's sensors cannot be calibrated.
  package convenience init(sidesOf service: HeadingService) throws(CalibrationInterruption) {
    try self.init(of: service, Steps(poses: SidePoses()))
  }

  /// Begins to measure the gyroscope's bias.
  ///
  /// - Throws: Why the service's sensors cannot be calibrated.
  package convenience init(biasOf service: HeadingService) throws(CalibrationInterruption) {
    try self.init(of: service, Steps(rest: BiasRest(length: BiasRest.length)))
  }

  package func look() throws(CalibrationInterruption) -> CommandAnswer {
    try sensors.check()
    let steps = box.steps.withLock { $0 }
    var message: RestProgressMessage
    let faults: Reasons
    if let poses = steps.poses {
      message = Self.message(poses, steps.news)
      faults = [.accelerometerMissing, .accelerometerStale, .accelerometerStuck]
    } else {
      message = Self.message(steps.rest ?? BiasRest())
      faults = [.gyroscopeMissing, .gyroscopeStale, .gyroscopeStuck]
    }
    message.isSimulated = sensors.isSimulated
    let notices =
      [message.notice].compactMap { $0 }
      + sensors.faults(
        among: faults.union([.invalidSamples, .sensorFailed, .mountInvalid]))
    message.notice = notices.isEmpty ? nil : notices.joined(separator: "; ")
    return .restProgress(message)
  }

  private static func message(_ poses: SidePoses, _ news: SidePoses.News?) -> RestProgressMessage {
    let calibrator = poses.calibrator
    var message = RestProgressMessage(.accelerometer, largestSpread: calibrator.largestSpread)
    message.rest = WireNumber.rounded(poses.filled, 2)
    message.spread = poses.spread.map { WireNumber.rounded($0, 3) }
    message.taken = SidePoses.order.filter(calibrator.seen.contains).map(\.name)
    message.side = poses.asked?.name
    message.next =
      poses.force == nil ? "waiting for the accelerometer" : poses.asked?.task ?? "enough"
    if case .refused(let refusal) = news { message.notice = "refused: \(refusal)" }
    if let result = calibrator.result {
      let scale = result.scale.rows
      message.bias = [result.bias.x, result.bias.y, result.bias.z].map { WireNumber.rounded($0, 4) }
      message.scale = [scale.x.x, scale.y.y, scale.z.z].map { WireNumber.rounded($0, 5) }
      message.deviation = WireNumber.rounded(result.residual, 4)
      message.isComplete = true
    }
    return message
  }

  private static func message(_ rest: BiasRest) -> RestProgressMessage {
    func degrees(_ value: Double) -> Double { WireNumber.rounded(Angle(radians: value).degrees, 5) }
    var message = RestProgressMessage(.gyroscope, largestSpread: degrees(rest.largestSpread))
    message.rest = WireNumber.rounded(rest.filled, 2)
    message.spread = rest.spread.map(degrees)
    message.next =
      !rest.isMeasuring
      ? "waiting for the gyroscope"
      : rest.isFinished
        ? "enough"
        : rest.isMoving
          ? "lay it on something firm and let go" : "leave it at rest; do not touch the table"
    message.notice = rest.reason.map { "began anew: \($0)" }
    if case .success(let offset) = rest.outcome {
      message.bias = [offset.bias.x, offset.bias.y, offset.bias.z].map(degrees)
      message.deviation = degrees(offset.deviation)
    }
    message.isComplete = rest.isFinished
    return message
  }

  package func finish(force: Bool) throws(CalibrationRefusal) -> CalibrationMessage {
    try sensors.checkUnchanged()
    var profile = sensors.profileToChange
    let steps = box.steps.withLock { $0 }
    if let poses = steps.poses {
      guard let result = poses.calibrator.result else {
        let missing = poses.calibrator.missing.map(\.description).joined(separator: ", ")
        throw CalibrationRefusal(description: "these sides are missing: \(missing)")
      }
      profile.parameters.accelerometerBias = result.bias
      profile.parameters.accelerometerScale = result.scale
    } else {
      guard let rest = steps.rest, rest.isFinished, case .success(let offset) = rest.outcome else {
        throw CalibrationRefusal(
          description: "the device has not been at rest for \(Int(BiasRest.length)) s")
      }
      profile.parameters.gyroscopeBias = offset.bias
    }
    return try sensors.adopt(profile)
  }
}

extension BodySide {
  /// Name in the protocol.
  fileprivate var name: String {
    switch self {
    case .right: "right_up"
    case .left: "left_up"
    case .front: "nose_up"
    case .back: "nose_down"
    case .top: "level"
    case .bottom: "upside_down"
    }
  }
}
