import HeadingGeometry

/// Carries the gyroscope's offset over changes of its temperature, and learns by how much it changes.
///
/// The offset is taken to be linear in temperature, b′ = b + s·ΔT, with a slope s an axis that is unknown at first.
/// A step of temperature moves the offset by s·ΔT and widens its variance by P_s·ΔT²; an offset that is known
/// well at two temperatures observes s.
struct GyroscopeTemperature {
  /// Change of the offset, rad/s/K.
  private(set) var slope: Vector3 = .zero

  /// The temperature the offset was last carried to, K; `nil` before the first.
  private(set) var temperature: Double?

  private var variance: Double
  private var anchor: (temperature: Double, bias: Vector3)?

  /// Steps smaller than this, K, are noise of the thermometer.
  private static let step = 0.5

  /// The slope is read from offsets at least so many K apart.
  private static let span = 3.0

  init(parameters: OrientationParameters) {
    variance = parameters.biasTemperatureSlope * parameters.biasTemperatureSlope
  }

  /// Starts from what an earlier run knew.
  mutating func start(temperature: Double?, slope: Vector3?, parameters: OrientationParameters) {
    if let temperature, Self.isPlausible(temperature) { self.temperature = temperature }
    let limit = 10 * parameters.biasTemperatureSlope
    if let slope, slope.isFinite, slope.length < limit {
      self.slope = slope
      variance = parameters.biasTemperatureSlope * parameters.biasTemperatureSlope / 16
    }
  }

  /// Takes a temperature, K, and carries the offset to it.
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
    filter.widenBias(by: variance * change * change, parameters: parameters)
  }

  /// The offset at another temperature does not compare with what it is now.
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

  /// Electronics work between −123 and 177 °C at most.
  private static func isPlausible(_ kelvin: Double) -> Bool { kelvin > 150 && kelvin < 450 }
}
