public import HeadingGeometry

/// One three-axis measurement in the body frame (x right, y forward, z up), after the mount matrix, in SI.
///
/// Magnetic field in T, specific force in m/s² (+g along up at rest), angular rate in rad/s.
/// Scale and offset of the driver are applied; no calibration of ours is.
public struct VectorSample: Sendable, Hashable {
  /// When it was measured.
  public var time: BootTime

  /// The three components, in the unit of the event that carries the sample.
  public var value: Vector3

  /// Makes a sample.
  @inlinable
  public init(time: BootTime, value: Vector3) {
    self.time = time
    self.value = value
  }
}
