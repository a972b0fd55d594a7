public import HeadingGeometry

/// State of an earlier run from which this one can start, after a check against the first samples.
public struct RestoredState: Sendable, Hashable {
  /// Gyroscope bias, rad/s, body frame.
  public var gyroscopeBias: Vector3?

  /// 1σ of the gyroscope bias when saved, rad/s.
  public var gyroscopeBiasAccuracy: Double?

  /// Temperature of the gyroscope at that bias, K.
  public var gyroscopeTemperature: Double?

  /// Temperature slope of the bias, rad/s/K, body frame.
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

  /// Creates a state without data.
  public init() {}
}
