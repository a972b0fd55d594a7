import HeadingGeometry
import HeadingProtocol

extension SignalKPath {
  /// The metadata of the path: unit, description, timeout, and the zones of the heading's accuracy.
  ///
  /// A value is no longer valid after three periods, and a second at least.
  func metadata(_ configuration: SignalKConfiguration) -> SignalKMetadata {
    var metadata = SignalKMetadata(
      units: units, description: summary, timeout: max(1, 3 / configuration.rate))
    if self == .headingMagneticAccuracy || self == .headingTrueAccuracy {
      let accuracy = (
        warn: WireNumber.rounded(configuration.warnAbove.radians, 6),
        alarm: WireNumber.rounded(configuration.alarmAbove.radians, 6)
      )
      let message = "the heading is not accurate"
      metadata.zones = [
        .init(lower: nil, upper: accuracy.warn, state: .normal, message: ""),
        .init(lower: accuracy.warn, upper: accuracy.alarm, state: .warn, message: message),
        .init(lower: accuracy.alarm, upper: nil, state: .alarm, message: message),
      ]
    }
    return metadata
  }

  private var units: String? {
    switch self {
    case .headingMagnetic, .headingMagneticAccuracy, .headingTrue, .headingTrueAccuracy,
      .headingCompass, .magneticDeviation, .magneticVariation, .courseOverGroundTrue,
      .courseOverGroundMagnetic, .courseOverGroundAccuracy:
      "rad"
    case .rateOfTurn: "rad/s"
    case .positionAccuracy, .heave, .heaveAccuracy: "m"
    case .speedOverGround, .speedOverGroundAccuracy: "m/s"
    case .attitude, .attitudeAccuracy, .position, .methodQuality, .headingState: nil
    }
  }

  private var summary: String {
    switch self {
    case .headingMagnetic: "Heading from magnetic north, corrected for deviation"
    case .headingMagneticAccuracy: "Bound of the magnetic heading's error, 68 %"
    case .headingTrue: "Heading from true north"
    case .headingTrueAccuracy: "Bound of the true heading's error, 68 %"
    case .headingCompass: "Heading of the compass without correction for deviation"
    case .magneticDeviation: "Deviation of the compass at this heading, positive east"
    case .magneticVariation: "Magnetic variation, positive east"
    case .rateOfTurn: "Rate of turn, positive to starboard"
    case .attitude: "Roll positive to starboard, pitch positive bow up, yaw from true north"
    case .attitudeAccuracy: "Standard deviations of roll and pitch, rad"
    case .position: "Position of the device, fused"
    case .positionAccuracy: "Radius of the position's error, 68 %"
    case .courseOverGroundTrue: "Course over ground from true north"
    case .courseOverGroundMagnetic: "Course over ground from magnetic north"
    case .courseOverGroundAccuracy: "Error of the course, 68 %"
    case .speedOverGround: "Speed over ground"
    case .speedOverGroundAccuracy: "Error of the speed, 68 %"
    case .methodQuality: "Method of the position"
    case .heave: "Vertical displacement by waves, positive up"
    case .heaveAccuracy: "Error of the heave, 68 %"
    case .headingState: "State of the heading, with the reasons"
    }
  }
}
