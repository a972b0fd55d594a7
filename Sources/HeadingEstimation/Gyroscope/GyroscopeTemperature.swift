import HeadingGeometry

/// Temperature compensation of the gyroscope bias, with the slope estimated during operation.
///
/// The bias is linear in temperature, b′ = b + s·ΔT, with an initially unknown slope s per axis. A
/// temperature step moves the bias by s·ΔT and inflates its variance by P_s·ΔT²; a bias that is
/// known well at two temperatures measures s.
struct GyroscopeTemperature {
  /// Temperature slope of the bias, rad/s/K.
  private(set) var slope: Vector3 = .zero

  /// The temperature to which the bias refers, K; `nil` before the first.
  private(set) var temperature: Double?

  private var variance: Double
  private var anchor: (temperature: Double, bias: Vector3)?

  /// Steps below this, K, count as thermometer noise.
  private static let step = 0.5

  /// Smallest temperature difference for a slope measurement, K.
  private static let span = 3.0

  init(parameters: OrientationParameters) {
    variance = parameters.biasTemperatureSlope * parameters.biasTemperatureSlope
  }

  /// Initializes with the state of an earlier run.
  mutating func start(temperature: Double?, slope: Vector3?, parameters: OrientationParameters) {
    if let temperature, Self.isPlausible(temperature) { self.temperature = temperature }
    let limit = 10 * parameters.biasTemperatureSlope
    if let slope, slope.isFinite, slope.length < limit {
      self.slope = slope
      variance = parameters.biasTemperatureSlope * parameters.biasTemperatureSlope / 16
    }
  }

  /// Updates the temperature, K, and corrects the bias.
  mutating func update(
    _ value: Double, filter: inout HorizonFilter, parameters: OrientationParameters
  ) {
    guard Self.isPlausible(value) else { return }
    guard let last = temperature else {
      temperature = value
      return
    }
    learn(at: last, from: filter, parameters: parameters)
    let change = value - last
    guard abs(change) >= Self.step else { return }
    temperature = value
    filter.shiftBias(by: slope * change, limit: parameters.biasLimit)
    filter.inflateBias(by: variance * change * change, parameters: parameters)
  }

  /// Drops the reference bias, because the gyroscope calibration has changed.
  mutating func forgetOffset() { anchor = nil }

  private mutating func learn(
    at temperature: Double, from filter: borrowing HorizonFilter, parameters: OrientationParameters
  ) {
    let noise = 1.5 * parameters.biasRestDeviation
    guard filter.biasAccuracy < noise else { return }
    guard let anchor else {
      self.anchor = (temperature, filter.bias)
      return
    }
    let span = temperature - anchor.temperature
    guard abs(span) >= Self.span else { return }
    let uncertainty = 2 * noise * noise / (span * span)
    let gain = variance / (variance + uncertainty)
    slope += ((filter.bias - anchor.bias) / span - slope) * gain
    variance -= gain * variance
    self.anchor = (temperature, filter.bias)
  }

  /// Electronics operate between −123 and 177 °C at most.
  private static func isPlausible(_ kelvin: Double) -> Bool { kelvin > 150 && kelvin < 450 }
}
