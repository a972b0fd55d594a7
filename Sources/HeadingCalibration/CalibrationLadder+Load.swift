import HeadingGeometry
import HeadingSensing

/// How late the field follows a vehicle's load.
extension CalibrationLadder {
  /// The delays that are tried, s: a current is measured by another device than the field.
  private static let delays = [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0, 1.5]

  /// Shifts the load by the delay that explains the field best; by none unless the noise falls by 2 %.
  mutating func findLoadDelay() {
    guard data.load != nil, data.samples.count >= Self.fewest else { return }
    let original = raw
    var best = (noise: Double.infinity, delay: 0.0)
    for delay in Self.delays {
      let shifted = Self.shifted(original, by: delay)
      data = FieldData(shifted, unit: data.unit)
      var fit = make(
        .hardIron,
        from: data.start(
          strength: knowledge.usableStrength.map { $0 / data.unit },
          inclination: knowledge.inclination?.radians), usesChains: false)
      fit.run()
      if fit.noise.field < best.noise * 0.98 { best = (fit.noise.field, delay) }
    }
    raw = Self.shifted(original, by: best.delay)
    data = FieldData(raw, unit: data.unit)
    loadDelay = best.delay
  }

  /// The samples with the load of a moment before, between two readings in proportion.
  private static func shifted(
    _ samples: [CalibrationSample], by delay: Double
  ) -> [CalibrationSample] {
    guard delay > 0 else { return samples }
    var result = samples
    var later = 0
    for index in samples.indices where samples[index].load != nil {
      let moment = samples[index].time.advanced(bySeconds: -delay)
      while later < index, samples[later].time < moment { later += 1 }
      guard later > 0, let after = samples[later].load, let before = samples[later - 1].load else {
        result[index].load = samples[later].load ?? samples[index].load
        continue
      }
      let step = samples[later].time.seconds(since: samples[later - 1].time)
      let part = step > 0 ? moment.seconds(since: samples[later - 1].time) / step : 1
      result[index].load = before + (after - before) * min(max(part, 0), 1)
    }
    return result
  }
}
