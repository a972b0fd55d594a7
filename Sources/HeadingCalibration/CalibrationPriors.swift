public import HeadingGeometry
public import HeadingSensing

/// Prior information for a fit beside the samples; all of it is optional.
public struct CalibrationPriors: Sendable, Hashable {
  /// Strength of the Earth's field at the place, T, from a magnetic model.
  public var fieldStrength: Double?

  /// Inclination of the Earth's field at the place, positive down, from a magnetic model.
  public var inclination: Angle?

  /// 1σ of the reference inclination; default 0.2°, the crustal field that a world model omits.
  ///
  /// Small values hold the fit to the reference field, large ones let the accelerometer determine
  /// the inclination.
  public var inclinationUncertainty = Angle(degrees: 0.2)

  /// Calibration state of the accelerometer.
  public var accelerometer = AccelerometerCondition.unknown

  /// Magnetic heading of the forward axis while the samples were taken, for a body that does not turn.
  public var heading: Angle?

  /// The calibration in use: a new one must be better; with a known heading its soft iron is kept.
  public var current: CalibrationParameters?

  /// Makes an empty set of prior information.
  public init() {}

  /// Makes the prior information of a reference field.
  ///
  /// - Parameters:
  ///   - fieldStrength: Strength, T.
  ///   - inclination: Inclination, positive down.
  public init(fieldStrength: Double?, inclination: Angle?) {
    self.fieldStrength = fieldStrength
    self.inclination = inclination
  }
}
