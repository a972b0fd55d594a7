public import HeadingGeometry
public import HeadingSensing

/// What is known beside the samples; everything is optional, and everything given is used.
public struct CalibrationKnowledge: Sendable, Hashable {
  /// Strength of the Earth's field at the place, T, from a magnetic model.
  public var fieldStrength: Double?

  /// Inclination of the Earth's field at the place, positive down, from a magnetic model.
  public var inclination: Angle?

  /// How far the inclination of the place may be off, 1σ; default 0.2°, what a world model misses of the crust.
  ///
  /// Small holds the fit to the place, large lets the accelerometer tell the inclination.
  public var inclinationUncertainty = Angle(degrees: 0.2)

  /// What is known of the accelerometer.
  public var accelerometer = AccelerometerCondition.unknown

  /// Magnetic heading of the forward axis while the samples were taken, for a body that does not turn.
  public var heading: Angle?

  /// The calibration in use; a new one must be better than it, and with a known heading it is where one starts.
  public var current: CalibrationParameters?

  /// Knows nothing.
  public init() {}

  /// Makes the knowledge of a place.
  ///
  /// - Parameters:
  ///   - fieldStrength: T.
  ///   - inclination: Positive down.
  public init(fieldStrength: Double?, inclination: Angle?) {
    self.fieldStrength = fieldStrength
    self.inclination = inclination
  }
}
