public import HeadingGeometry

/// Errors of a simulated chip, SI, chip axes.
///
/// A scalar sensor (pressure, temperature) uses the x component.
public struct SensorErrors: Sendable, Hashable {
  /// White noise of one sample, 1σ.
  public var noise: Double

  /// Bias at 25 °C.
  public var bias: Vector3

  /// Temperature coefficient of the bias, per K.
  public var drift: Vector3

  /// Creates errors.
  public init(noise: Double = 0, bias: Vector3 = .zero, drift: Vector3 = .zero) {
    self.noise = noise
    self.bias = bias
    self.drift = drift
  }
}
