import HeadingGeometry

/// How the device is turned, against a reference frame whose z is up.
///
/// The quaternion turns vectors of the device into those of the frame. Yaw, pitch and roll are turns
/// about z, x and y in this order; pitch is positive top up, roll right side down.
open class CMAttitude: NSObject, NSCopying, NSSecureCoding {
  private var attitude: Quaternion

  /// Makes the attitude of a device whose axes are the frame's.
  public override init() {
    attitude = .identity
    super.init()
  }

  init(_ attitude: Quaternion) {
    self.attitude = attitude
    super.init()
  }

  /// About the device's top, rad, −π…π.
  open var roll: Double { AttitudeAngles(attitude).roll.radians }

  /// About the device's right side, rad, −π/2…π/2.
  open var pitch: Double { AttitudeAngles(attitude).pitch.radians }

  /// About the vertical, counterclockwise, rad, −π…π.
  open var yaw: Double {
    (-AttitudeAngles(attitude).heading.radians).remainder(dividingBy: 2 * .pi)
  }

  /// The attitude as a unit quaternion.
  open var quaternion: CMQuaternion {
    CMQuaternion(
      x: attitude.vector.x, y: attitude.vector.y, z: attitude.vector.z, w: attitude.w)
  }

  /// The matrix that turns vectors of the frame into those of the device.
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

  /// Makes this the turn from another attitude to it.
  open func multiply(byInverseOf attitude: CMAttitude) {
    self.attitude = attitude.attitude.conjugate * self.attitude
  }

  /// An attitude of its own with the same value.
  open func copy(with zone: NSZone? = nil) -> Any { CMAttitude(attitude) }

  /// Whether it can be read back by its class.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the quaternion.
  open func encode(with coder: NSCoder) {
    coder.encode(attitude.w, forKey: "w")
    coder.encode(attitude.vector.x, forKey: "x")
    coder.encode(attitude.vector.y, forKey: "y")
    coder.encode(attitude.vector.z, forKey: "z")
  }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    attitude = Quaternion(
      w: coder.decodeDouble(forKey: "w"), x: coder.decodeDouble(forKey: "x"),
      y: coder.decodeDouble(forKey: "y"), z: coder.decodeDouble(forKey: "z"))
    super.init()
  }
}
