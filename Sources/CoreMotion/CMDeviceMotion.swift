import HeadingGeometry
import HeadingProtocol
import HeadingSensing

/// How the device is turned and moves at a moment.
open class CMDeviceMotion: CMLogItem {
  private let orientation: Quaternion
  private let rate: [Double]
  private let field: CMCalibratedMagneticField
  private let force: [Double]
  private let direction: Double

  /// Makes a motion of which nothing is known.
  public override init() {
    orientation = .identity
    (rate, force) = ([], [])
    field = CMCalibratedMagneticField()
    direction = -1
    super.init()
  }

  /// Makes the motion of an update.
  ///
  /// - Parameters:
  ///   - message: The update, with an attitude.
  ///   - attitude: Its attitude in the frame asked for.
  ///   - heading: Its heading from the frame's north; negative for none.
  ///   - force: What the accelerometer read then, body frame, m/s²; `nil` if that is not known.
  init(
    _ message: SolutionMessage, attitude: Quaternion, heading: Double, force: [Double]? = nil
  ) {
    self.force = force ?? []
    orientation = attitude
    direction = heading
    rate = (message.rotationRate ?? []).map { $0 * .pi / 180 }
    var field = CMCalibratedMagneticField()
    if let values = message.field, values.count == 3 {
      field.field = CMMagneticField(x: values[0], y: values[1], z: values[2])
      let bound = message.headingAccuracy95 ?? 180
      field.accuracy =
        message.knownReasons.contains(.uncalibrated)
        ? .uncalibrated : bound <= 5 ? .high : bound <= 15 ? .medium : .low
    }
    self.field = field
    super.init(timestamp: message.bootTime)
  }

  /// Degrees clockwise from the frame's north, 0 <= value < 360; negative for frames without north.
  open var heading: Double { direction }

  /// The attitude in the frame that was asked for.
  open var attitude: CMAttitude { CMAttitude(orientation) }

  /// The angular rate without the gyroscope's offset, rad/s; not numbers without a gyroscope.
  open var rotationRate: CMRotationRate {
    guard rate.count == 3 else { return CMRotationRate(x: .nan, y: .nan, z: .nan) }
    return CMRotationRate(x: rate[0], y: rate[1], z: rate[2])
  }

  /// Gravity on the device's axes, g: (0, 0, −1) face up.
  open var gravity: CMAcceleration {
    let down = orientation.conjugate * Vector3(0, 0, -1)
    return CMAcceleration(x: down.x, y: down.y, z: down.z)
  }

  /// What the accelerometer reads beside gravity, on the device's axes, g; not numbers without a reading.
  ///
  /// As everywhere in Core Motion a reading is gravity and this together, (0, 0, −1) at rest face up: pushed to
  /// its right the device reads less along x. The accelerometer's calibration is not in it.
  open var userAcceleration: CMAcceleration {
    guard force.count == 3 else { return CMAcceleration(x: .nan, y: .nan, z: .nan) }
    let gravity = gravity
    return CMAcceleration(
      x: -force[0] / PhysicalConstants.standardGravity - gravity.x,
      y: -force[1] / PhysicalConstants.standardGravity - gravity.y,
      z: -force[2] / PhysicalConstants.standardGravity - gravity.z)
  }

  /// The field without the device's own, µT.
  open var magneticField: CMCalibratedMagneticField { field }

  /// Cannot be read back.
  public required init?(coder: NSCoder) { nil }
}
