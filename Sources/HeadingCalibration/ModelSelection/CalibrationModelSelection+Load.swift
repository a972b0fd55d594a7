import HeadingGeometry
import HeadingSensing
import RealModule

/// Estimation of the field's dependence on a vehicle's load, and of its lag.
extension CalibrationModelSelection {
  /// Log-likelihood gain required for the load's three parameters and delay: 0.01 % by chance (half
  /// of χ² of 4).
  private static let significantLoad = 11.8

  /// Includes the load with the delay of least residual noise if a likelihood-ratio test finds it
  /// significant.
  mutating func findLoad() {
    guard data.samples.count >= Self.fewest, data.load != nil else { return }
    let without = noise(FieldData(raw, unit: data.unit, atMost: options.largestCount, loadAt: nil))
    var best = (noise: Double.infinity, index: 0)
    for index in LoadSeries.delays.indices {
      let noise = noise(
        FieldData(raw, unit: data.unit, atMost: options.largestCount, loadAt: index))
      // A longer delay must reduce the noise by 2 %, so that a nearly constant load selects none by
      // chance.
      if noise < best.noise * 0.98 { best = (noise, index) }
    }
    let gain = Double(data.samples.count) * Double.log(without / max(best.noise, 1e-12))
    guard gain > Self.significantLoad else {
      data = FieldData(raw, unit: data.unit, atMost: options.largestCount, loadAt: nil)
      return
    }
    loadDelay = LoadSeries.delays[best.index]
    data = FieldData(raw, unit: data.unit, atMost: options.largestCount, loadAt: best.index)
  }

  /// The field noise of a hard-iron fit.
  private func noise(_ data: FieldData) -> Double {
    var selection = self
    selection.data = data
    var fit = selection.make(
      .hardIron,
      from: data.start(
        strength: knowledge.usableStrength.map { $0 / data.unit },
        inclination: knowledge.inclination?.radians), usesSegments: false)
    fit.run()
    return fit.noise.field
  }

  /// Replaces a fit's calibration parameters by those of a calibration; those of the Earth's field
  /// are kept.
  ///
  /// - Returns: The parameters; `nil` for a singular matrix.
  func parameters(
    of calibration: CalibrationParameters, keeping parameters: FieldParameters
  ) -> FieldParameters? {
    guard let distortion = calibration.softIron.inverse else { return nil }
    var result = parameters
    result.distortion = distortion
    result.offset = calibration.hardIron / data.unit
    result.load = .zero
    if let effect = calibration.load {
      if let load = data.load {
        result.offset += effect.field(at: load.middle) / data.unit
        result.load = effect.field * (load.half / data.unit)
      } else if let load = raw.meanLoad(delay: effect.delay) {
        result.offset += effect.field(at: load) / data.unit
      }
    }
    result.temperature = .zero
    if let effect = calibration.temperature {
      if let temperature = data.temperature {
        result.offset += effect.field(at: temperature.middle) / data.unit
        result.temperature = effect.field * (temperature.half / data.unit)
      } else if let temperature = raw.meanTemperature {
        result.offset += effect.field(at: temperature) / data.unit
      }
    }
    return result
  }

  /// The load effect of a fit, and the hard iron at its reference load, T.
  func load(of parameters: FieldParameters) -> (effect: LoadEffect?, hardIron: Vector3) {
    let offset = parameters.offset * data.unit
    guard let load = data.load else { return (nil, offset) }
    let effect = LoadEffect(
      field: parameters.load * (data.unit / load.half), delay: loadDelay,
      range: (load.middle - load.half)...(load.middle + load.half))
    return (effect, offset - effect.field(at: load.middle))
  }
}
