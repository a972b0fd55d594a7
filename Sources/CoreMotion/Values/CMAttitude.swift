import HeadingGeometry

/// The attitude of the device relative to a reference frame with z up.
///
/// As in Apple's framework, it is the product of rotations by yaw about z, pitch about x and roll
/// about y; pitch is positive with the top up, roll with the right side down. At pitch ±π/2 roll is
/// 0 (gimbal lock).
open class CMAttitude: NSObject, NSCopying, NSSecureCoding {
  private var attitude: Quaternion

  /// Creates the identity: the device's axes are those of the frame.
  public override init() {
    attitude = .identity
    super.init()
  }

  init(_ attitude: Quaternion) {
    self.attitude = attitude
    super.init()
  }

  /// Roll about the device's y axis, rad, −π…π.
  open var roll: Double { AttitudeAngles(attitude).roll.radians }

  /// Pitch about the device's x axis, rad, −π/2…π/2.
  open var pitch: Double { AttitudeAngles(attitude).pitch.radians }

  /// Yaw about the vertical, counterclockwise seen from above, rad, −π…π.
  open var yaw: Double {
    (-AttitudeAngles(attitude).heading.radians).remainder(dividingBy: 2 * .pi)
  }

  /// The rotation from the device's axes to the reference frame, as a unit quaternion.
  open var quaternion: CMQuaternion {
    CMQuaternion(
      x: attitude.vector.x, y: attitude.vector.y, z: attitude.vector.z, w: attitude.w)
  }

  /// The rotation from the reference frame to the device's axes, as a matrix.
  open var rotationMatrix: CMRotationMatrix {
    let inverse = attitude.conjugate
    let x = inverse * Vector3(1, 0, 0)
    let y = inverse * Vector3(0, 1, 0)
    let z = inverse * Vector3(0, 0, 1)
    var matrix = CMRotationMatrix()
    (matrix.m11, matrix.m12, matrix.m13) = (x.x, y.x, z.x)
    (matrix.m21, matrix.m22, matrix.m23) = (x.y, y.y, z.y)
    (matrix.m31, matrix.m32, matrix.m33) = (x.z, y.z, z.z)
    return matrix
  }

  /// Replaces this attitude by the rotation from another attitude to it.
  open func multiply(byInverseOf attitude: CMAttitude) {
    self.attitude = attitude.attitude.conjugate * self.attitude
  }

  /// Roll, pitch and yaw in degrees on one line.
  open override var description: String {
    let degrees = 180 / Double.pi
    return String(
      format: "CMAttitude Roll: %f, Pitch: %f, Yaw: %f", roll * degrees, pitch * degrees,
      yaw * degrees)
  }

  /// Returns an independent copy.
  open func copy(with zone: NSZone? = nil) -> Any { CMAttitude(attitude) }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes the quaternion.
  open func encode(with coder: NSCoder) {
    coder.encode(attitude.w, forKey: "w")
    coder.encode(attitude.vector.x, forKey: "x")
    coder.encode(attitude.vector.y, forKey: "y")
    coder.encode(attitude.vector.z, forKey: "z")
  }

  /// Decodes the quaternion; components missing in the archive are 0.
  public required init?(coder: NSCoder) {
    attitude = Quaternion(
      w: coder.decodeDouble(forKey: "w"), x: coder.decodeDouble(forKey: "x"),
      y: coder.decodeDouble(forKey: "y"), z: coder.decodeDouble(forKey: "z"))
    super.init()
  }
}
