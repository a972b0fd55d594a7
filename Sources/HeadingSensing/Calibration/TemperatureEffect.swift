public import HeadingGeometry

/// Effect of the magnetometer's temperature on its offset.
///
/// field(T) = ``field`` · (T − ``reference``), added to the measured field: the hard iron of a
/// calibration is valid at the reference.
public struct TemperatureEffect: Sendable, Hashable {
  /// Field per kelvin, body frame, T/K.
  public var field: Vector3

  /// The temperature at which nothing is added, K.
  public var reference: Double

  /// Creates an effect.
  ///
  /// - Parameters:
  ///   - field: Body frame, T/K.
  ///   - reference: Temperature without an effect, K.
  public init(field: Vector3, reference: Double) {
    self.field = field
    self.reference = reference
  }

  /// The field of a temperature, T.
  ///
  /// - Parameter temperature: The magnetometer's, K.
  /// - Returns: In the body frame.
  public func field(at temperature: Double) -> Vector3 { field * (temperature - reference) }
}
