public import HeadingGeometry

/// What a simulated chip does wrong, in SI and in the chip's own axes.
///
/// A sensor of one value (pressure, temperature) uses the x component.
public struct SensorErrors: Sendable, Hashable {
  /// Standard deviation of the white noise of one sample.
  public var noise: Double

  /// Offset at 25 °C.
  public var bias: Vector3

  /// Change of the offset per kelvin.
  public var drift: Vector3

  /// Makes errors.
  public init(noise: Double = 0, bias: Vector3 = .zero, drift: Vector3 = .zero) {
    self.noise = noise
    self.bias = bias
    self.drift = drift
  }
}
