import HeadingCalibration
import HeadingGeometry
import HeadingProtocol
import HeadingSensing

extension SidePoses: RestMeasurement {
  static let faults: Reasons = [.accelerometerMissing, .accelerometerStale, .accelerometerStuck]

  mutating func take(_ event: SensorEvent) {
    if calibrator.result == nil { _ = add(event) }
  }

  var message: RestProgressMessage {
    var message = RestProgressMessage(.accelerometer, largestSpread: calibrator.largestSpread)
    message.rest = WireNumber.rounded(filled, 2)
    message.spread = spread.map { WireNumber.rounded($0, 3) }
    message.taken = SidePoses.order.filter(calibrator.seen.contains).map(\.name)
    message.side = asked?.name
    message.next =
      force == nil ? "waiting for the accelerometer" : asked?.task ?? "enough"
    message.notice = refusal.map { "refused: \($0)" }
    if let result = calibrator.result {
      let scale = result.scale.rows
      message.bias = [result.bias.x, result.bias.y, result.bias.z].map { WireNumber.rounded($0, 4) }
      message.scale = [scale.x.x, scale.y.y, scale.z.z].map { WireNumber.rounded($0, 5) }
      message.deviation = WireNumber.rounded(result.residual, 4)
      message.isComplete = true
    }
    return message
  }

  func put(into parameters: inout CalibrationParameters) throws(CalibrationRefusal) {
    guard let result = calibrator.result else {
      let missing = calibrator.missing.map(\.description).joined(separator: ", ")
      throw CalibrationRefusal(description: "these sides are missing: \(missing)")
    }
    parameters.accelerometerBias = result.bias
    parameters.accelerometerScale = result.scale
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
