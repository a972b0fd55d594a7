/// A vector with components in a right-handed frame; each use states frame and unit.
public typealias Vector3 = SIMD3<Double>

extension SIMD3<Double> {
  /// The dot product.
  @inlinable @inline(__always)
  public func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

  /// The cross product.
  @inlinable @inline(__always)
  public func cross(_ other: Self) -> Self {
    Self(
      y * other.z - z * other.y,
      z * other.x - x * other.z,
      x * other.y - y * other.x)
  }

  /// The square of the length.
  @inlinable @inline(__always)
  public var squaredLength: Double { dot(self) }

  /// The Euclidean length.
  @inlinable @inline(__always)
  public var length: Double { squaredLength.squareRoot() }

  /// The direction, of length 1; `nil` for a zero vector or one with a component that is not finite.
  @inlinable @inline(__always)
  public var direction: Self? {
    let length = length
    guard length > 0, length.isFinite else { return nil }
    return self / length
  }

  /// Whether every component is a finite number.
  @inlinable @inline(__always)
  public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
