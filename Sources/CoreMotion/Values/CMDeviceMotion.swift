import HeadingGeometry
import HeadingProtocol
import HeadingSensing

/// Attitude, angular rate, acceleration, magnetic field and heading at one time.
open class CMDeviceMotion: CMLogItem {
  /// The place of the sensor that measured a motion.
  public enum SensorLocation: Int, Sendable {
    /// The device itself.
    case `default` = 0
    /// The left headphone; not measured on Linux.
    case headphoneLeft
    /// The right headphone; not measured on Linux.
    case headphoneRight
  }

  private let orientation: Quaternion
  private let rate: [Double]
  private let field: CMCalibratedMagneticField
  private let force: [Double]
  private let direction: Double

  /// Creates a motion with identity attitude, NaN rate and acceleration, no field and heading −1.
  public override init() {
    orientation = .identity
    (rate, force) = ([], [])
    field = CMCalibratedMagneticField()
    direction = -1
    super.init()
  }

  /// Creates the motion of an update.
  ///
  /// - Parameters:
  ///   - message: The update, with an attitude.
  ///   - attitude: The attitude in the requested reference frame.
  ///   - heading: The heading from the frame's north, °; negative for none.
  ///   - force: The specific force, body frame, m/s²; `nil` if unknown.
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

  /// Heading clockwise from the reference frame's north, °, 0 <= value < 360; negative in a frame
  /// without north.
  open var heading: Double { direction }

  /// The attitude in the requested reference frame.
  open var attitude: CMAttitude { CMAttitude(orientation) }

  /// Angular rate corrected for the gyroscope's bias, device axes, rad/s; NaN without a gyroscope.
  open var rotationRate: CMRotationRate {
    guard rate.count == 3 else { return CMRotationRate(x: .nan, y: .nan, z: .nan) }
    return CMRotationRate(x: rate[0], y: rate[1], z: rate[2])
  }

  /// Gravity on the device's axes, g; (0, 0, −1) face up.
  open var gravity: CMAcceleration {
    let down = orientation.conjugate * Vector3(0, 0, -1)
    return CMAcceleration(x: down.x, y: down.y, z: down.z)
  }

  /// Acceleration without gravity, device axes, g; NaN without a reading from the last 0.1 s.
  ///
  /// With the sign of Apple's framework, gravity plus this is the accelerometer's reading, and an
  /// acceleration to the right is negative along x. The accelerometer's calibration is not applied.
  open var userAcceleration: CMAcceleration {
    guard force.count == 3 else { return CMAcceleration(x: .nan, y: .nan, z: .nan) }
    let gravity = gravity
    return CMAcceleration(
      x: -force[0] / PhysicalConstants.standardGravity - gravity.x,
      y: -force[1] / PhysicalConstants.standardGravity - gravity.y,
      z: -force[2] / PhysicalConstants.standardGravity - gravity.z)
  }

  /// Magnetic field corrected for the device's own, device axes, µT.
  ///
  /// The accuracy is high for a 95 % heading accuracy up to 5°, medium up to 15°.
  open var magneticField: CMCalibratedMagneticField { field }

  /// The sensor's place: the device itself, because no headphone is read on Linux.
  open var sensorLocation: SensorLocation { .default }

  /// All values and the time on one line.
  open override var description: String {
    let (turn, pull, push) = (attitude.quaternion, gravity, userAcceleration)
    let (rate, field) = (rotationRate, magneticField)
    func part(_ name: String, _ x: Double, _ y: Double, _ z: Double) -> String {
      String(format: "\(name)X %f \(name)Y %f \(name)Z %f ", x, y, z)
    }
    return part("Quaternion", turn.x, turn.y, turn.z) + String(format: "QuaternionW %f ", turn.w)
      + part("UserAcceleration", push.x, push.y, push.z)
      + part("Gravity", pull.x, pull.y, pull.z)
      + part("RotationRate", rate.x, rate.y, rate.z)
      + part("MagneticField", field.field.x, field.field.y, field.field.z)
      + "MagneticFieldAccuracy \(field.accuracy.rawValue) "
      + String(format: "Heading %f @ %f", heading, timestamp)
  }

  /// Returns `nil`: motions are not decodable.
  public required init?(coder: NSCoder) { nil }
}
