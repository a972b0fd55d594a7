import HeadingGeometry
import HeadingProtocol
import HeadingSensing

extension BiasRest: RestMeasurement {
  static let faults: Reasons = [.gyroscopeMissing, .gyroscopeStale, .gyroscopeStuck]

  mutating func take(_ event: SensorEvent) {
    if !isFinished { add(event) }
  }

  var message: RestProgressMessage {
    func degrees(_ value: Double) -> Double { WireNumber.rounded(Angle(radians: value).degrees, 5) }
    var message = RestProgressMessage(.gyroscope, largestSpread: degrees(largestSpread))
    message.rest = WireNumber.rounded(filled, 2)
    message.spread = spread.map(degrees)
    message.next = nextStep
    message.notice = reason.map { "began anew: \($0)" }
    if case .success(let offset) = outcome {
      message.bias = [offset.bias.x, offset.bias.y, offset.bias.z].map(degrees)
      message.deviation = degrees(offset.deviation)
    }
    message.isComplete = isFinished
    return message
  }

  private var nextStep: String {
    if !isMeasuring { return "waiting for the gyroscope" }
    if isFinished { return "enough" }
    return isMoving
      ? "lay it on something firm and let go" : "leave it at rest; do not touch the table"
  }

  func put(into parameters: inout CalibrationParameters) throws(CalibrationRefusal) {
    guard isFinished, case .success(let offset) = outcome else {
      throw CalibrationRefusal(
        description: "the device has not been at rest for \(Int(Self.length)) s")
    }
    parameters.gyroscopeBias = offset.bias
  }
}
