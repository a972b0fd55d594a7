public import HeadingGeometry

/// One three-axis measurement in the body frame (x right, y forward, z up), after the mount matrix,
/// in SI.
///
/// Magnetic field in T, specific force in m/s² (+g along up at rest), angular rate in rad/s. The
/// driver's scale and offset are applied; no calibration is.
public struct VectorSample: Sendable, Hashable {
  /// Time of validity.
  public var time: BootTime

  /// The three components, in the unit of the event that carries the sample.
  public var value: Vector3

  /// Creates a sample.
  @inlinable
  public init(time: BootTime, value: Vector3) {
    self.time = time
    self.value = value
  }
}
