public import HeadingGeometry

/// How the magnetometer's temperature moves its offset.
///
/// field(T) = ``field`` · (T − ``reference``), added to what is measured: the hard iron of a calibration
/// holds at the reference.
public struct TemperatureEffect: Sendable, Hashable {
  /// Field for each kelvin, body frame, T/K.
  public var field: Vector3

  /// The temperature at which nothing is added, K.
  public var reference: Double

  /// Makes an effect.
  ///
  /// - Parameters:
  ///   - field: Body frame, T/K.
  ///   - reference: Where it adds nothing, K.
  public init(field: Vector3, reference: Double) {
    self.field = field
    self.reference = reference
  }

  /// The field that a temperature adds, T.
  ///
  /// - Parameter temperature: The magnetometer's, K.
  /// - Returns: In the body frame.
  public func field(at temperature: Double) -> Vector3 { field * (temperature - reference) }
}
