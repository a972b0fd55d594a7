public import HeadingGeometry

/// What an earlier run knew and this one may start from, once checked against the first samples.
public struct RestoredState: Sendable, Hashable {
  /// Offset of the gyroscope, rad/s, body frame.
  public var gyroscopeBias: Vector3?

  /// 1σ of that offset when it was saved, rad/s.
  public var gyroscopeBiasAccuracy: Double?

  /// Temperature of the gyroscope when that offset held, K.
  public var gyroscopeTemperature: Double?

  /// Change of that offset with temperature, rad/s/K, body frame.
  public var gyroscopeBiasSlope: Vector3?

  /// Strength of the local magnetic field, T.
  public var fieldStrength: Double?

  /// Inclination of the local field, positive down.
  public var inclination: Angle?

  /// Last attitude, body to magnetic ENU.
  public var attitude: Quaternion?

  /// 1σ of that attitude's heading.
  public var headingDeviation: Angle?

  /// Magnetic field measured at that attitude, T, body frame, calibrated.
  public var magneticField: Vector3?

  /// Makes a state of which nothing is known.
  public init() {}
}
