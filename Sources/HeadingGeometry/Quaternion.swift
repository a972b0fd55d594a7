public import RealModule

/// A rotation as a unit quaternion, Hamilton's convention, `[w, x, y, z]`.
///
/// `q * v` rotates the vector v; an attitude transforms body to earth components.
/// q and −q are the same rotation.
public struct Quaternion: Sendable, Hashable {
  /// The scalar part, cos(angle / 2).
  public var w: Double

  /// The vector part, axis · sin(angle / 2).
  public var vector: Vector3

  /// Makes a quaternion from its components, not normalized.
  @inlinable
  public init(w: Double, x: Double, y: Double, z: Double) {
    self.w = w
    vector = Vector3(x, y, z)
  }

  /// Makes a quaternion from its parts, not normalized.
  @inlinable
  public init(w: Double, vector: Vector3) {
    self.w = w
    self.vector = vector
  }

  /// The identity rotation; as an attitude: level, pointing north.
  public static let identity = Quaternion(w: 1, x: 0, y: 0, z: 0)

  /// The rotation about a unit axis, right-handed.
  @inlinable
  public init(angle: Angle, axis: Vector3) {
    let half = angle.radians / 2
    w = Double.cos(half)
    vector = axis * Double.sin(half)
  }

  /// The rotation by a rotation vector: axis · angle, in radians.
  ///
  /// Valid for every length; below 0.2 rad, the range of gyroscope steps, series replace cosine and
  /// sin(x)/x with truncation errors under 3e-17.
  @inlinable @inline(__always)
  public init(rotationVector: Vector3) {
    let squaredHalf = rotationVector.squaredLength / 4
    if squaredHalf < 0.01 {
      // x²ⁿ/(2n)! and x²ⁿ/(2n + 1)!, to x⁸ and x¹⁰.
      w =
        1 - squaredHalf
        * (1.0 / 2 - squaredHalf
          * (1.0 / 24 - squaredHalf
            * (1.0 / 720 - squaredHalf * (1.0 / 40_320))))
      vector =
        rotationVector
        * (0.5 - squaredHalf
          * (1.0 / 12 - squaredHalf
            * (1.0 / 240 - squaredHalf
              * (1.0 / 10_080 - squaredHalf * (1.0 / 725_760)))))
    } else {
      let half = squaredHalf.squareRoot()
      w = Double.cos(half)
      vector = rotationVector * (Double.sin(half) / (2 * half))
    }
  }

  /// The rotation vector: axis · angle in radians, angle in 0…π.
  @inlinable
  public var rotationVector: Vector3 {
    let sine = vector.length
    guard sine > 1e-12 else { return vector * (w < 0 ? -2 : 2) }
    let angle = 2 * Double.atan2(y: sine, x: abs(w))
    return vector * ((w < 0 ? -angle : angle) / sine)
  }

  /// The inverse of a unit quaternion.
  @inlinable @inline(__always)
  public var conjugate: Quaternion { Quaternion(w: w, vector: -vector) }

  /// The length; 1 for a rotation.
  @inlinable
  public var length: Double { (w * w + vector.squaredLength).squareRoot() }

  /// The quaternion of length 1; `nil` for zero or a component that is not finite.
  @inlinable @inline(__always)
  public var normalized: Quaternion? {
    let length = length
    guard length > 0, length.isFinite else { return nil }
    return Quaternion(w: w / length, vector: vector / length)
  }

  /// Whether every component is a finite number.
  @inlinable
  public var isFinite: Bool { w.isFinite && vector.isFinite }

  /// The composition: first `right`, then `left`.
  @inlinable @inline(__always)
  public static func * (left: Quaternion, right: Quaternion) -> Quaternion {
    Quaternion(
      w: left.w * right.w - left.vector.dot(right.vector),
      vector: right.vector * left.w + left.vector * right.w + left.vector.cross(right.vector))
  }

  /// The rotated vector.
  @inlinable @inline(__always)
  public static func * (rotation: Quaternion, vector: Vector3) -> Vector3 {
    let twice = rotation.vector.cross(vector) * 2
    return vector + twice * rotation.w + rotation.vector.cross(twice)
  }

  /// The rotation matrix of a unit quaternion.
  @inlinable @inline(__always)
  public var matrix: Matrix3 {
    let twice = vector * 2
    let (scaled, squares) = (twice * w, twice * vector)
    let (xy, xz, yz) = (twice.x * vector.y, twice.x * vector.z, twice.y * vector.z)
    return Matrix3(
      columns: Vector3(1 - squares.y - squares.z, xy + scaled.z, xz - scaled.y),
      Vector3(xy - scaled.z, 1 - squares.x - squares.z, yz + scaled.x),
      Vector3(xz + scaled.y, yz - scaled.x, 1 - squares.x - squares.y))
  }

  /// The rotation of a rotation matrix (determinant +1), by the largest of the four squares (Shepperd, 1978).
  @inlinable
  public init(rotation matrix: Matrix3) {
    let (x, y, z) = matrix.columns
    let trace = x.x + y.y + z.z
    if trace >= x.x && trace >= y.y && trace >= z.z {
      self.init(w: 1 + trace, x: y.z - z.y, y: z.x - x.z, z: x.y - y.x)
    } else if x.x >= y.y && x.x >= z.z {
      self.init(w: y.z - z.y, x: 1 + 2 * x.x - trace, y: x.y + y.x, z: z.x + x.z)
    } else if y.y >= z.z {
      self.init(w: z.x - x.z, x: x.y + y.x, y: 1 + 2 * y.y - trace, z: y.z + z.y)
    } else {
      self.init(w: x.y - y.x, x: z.x + x.z, y: y.z + z.y, z: 1 + 2 * z.z - trace)
    }
    let length = length
    w /= length
    vector /= length
  }
}
