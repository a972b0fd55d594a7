import RealModule

/// Filters for seas of different heights: the larger the waves, the more of the low frequencies, where
/// the accelerometer drifts, belongs to them.
struct HeaveFilterBank: Sendable {
  /// The filters, the lowest sea first; each sea is twice as high as the one before.
  let filters: [HeaveFilter]

  /// Significant wave height of the first filter, m: the first two only tell how much a value depends
  /// on the low frequencies.
  private static let lowest = 0.35 / 4

  private static let count = 8

  /// Height of waves, m, of the lowest filter whose values are used.
  static let smallest = 0.35

  /// The filters, computed once.
  static let standard = HeaveFilterBank()

  /// Significant wave heights, m, and peak periods, s, of the parts of the sea, to be scaled.
  private static let sea: [(height: Double, period: Double)] = [
    (0.5, 3), (1, 5), (1.5, 8), (1.5, 12), (1.3, 16), (0.8, 20),
  ]

  /// Noise density of the accelerometer, m/s²/√Hz: 400 µg/√Hz, that of an MPU-9250 with some
  /// vibration.
  private static let noise = 4e-3

  /// Random walk of its bias and of the tilt's effect, m/s²/√s: 0.4 mg in a minute.
  private static let wander = 5e-4

  /// Density of the vibration above ``vibrationFrequency``, m/s²/√Hz.
  private static let vibration = 0.4
  private static let vibrationFrequency = 1.6

  /// Variance of a constant, (m/s²)²: gravity's difference from the standard and the bias.
  private static let constant = 1.0

  /// Distance of the frequencies over which the spectra are summed, Hz.
  private static let step = 0.002

  /// The two filters next to a significant wave height, m, and the share of the second.
  func place(height: Double) -> (lower: Int, share: Double) {
    let position = Double.log2(max(height, 1e-3) / Self.lowest)
    let limited = min(max(position, 0), Double(filters.count - 1) - 1e-9)
    let lower = Int(limited)
    return (lower, limited - Double(lower))
  }

  private init() {
    let count = HeaveFilter.length
    // Autocovariance of the noise and of the waves' accelerations, and the waves' covariances with
    // displacement, speed and delayed displacement.
    var noise = [Double](repeating: Self.constant, count: count)
    noise[0] += Self.noise * Self.noise / (2 * HeaveFilter.interval)
    var waves = [Double](repeating: 0, count: count)
    var sides = [[Double]](repeating: waves, count: 3)
    var variance = 0.0
    let halfRate = 0.5 / HeaveFilter.interval
    for index in 1...Int(halfRate / Self.step) {
      let frequency = Double(index) * Self.step
      let omega = 2 * Double.pi * frequency
      // A mean over the interval is smaller than the value in its middle.
      let phase = omega * HeaveFilter.interval / 2
      let mean = Double.sin(phase) / phase
      let power =
        frequency < HeaveFilter.lowestFrequency ? 0 : Self.spectrum(at: frequency) * Self.step
      variance += power
      let force = omega * omega * mean
      let disturbance = Self.disturbance(at: frequency) * Self.step
      let late = 2 * phase * Double(HeaveFilter.delay)
      for lag in 0..<count {
        let turn = 2 * phase * Double(lag)
        let cosine = Double.cos(turn)
        noise[lag] += disturbance * cosine
        guard power > 0 else { continue }
        waves[lag] += power * force * force * cosine
        // The interval's end is half an interval after its middle.
        sides[0][lag] -= power * force * Double.cos(turn + phase)
        sides[1][lag] += power * force * omega * Double.sin(turn + phase)
        sides[2][lag] -= power * force * Double.cos(turn + phase - late)
      }
    }
    let unit = 4 * variance.squareRoot()
    filters = (0..<Self.count).map { index in
      let ratio = Self.lowest * Double(1 << index) / unit
      return Self.filter(
        noise: noise, waves: waves, sides: sides, variance: variance, scale: ratio * ratio)
    }
  }

  /// The filter of a sea whose variance is that of the unit times a scale.
  private static func filter(
    noise: [Double], waves: [Double], sides: [[Double]], variance: Double, scale: Double
  ) -> HeaveFilter {
    var row = noise
    for lag in row.indices { row[lag] += scale * waves[lag] }
    let scaled = sides.map { $0.map { scale * $0 } }
    let weights = ToeplitzSystem.solve(row: row, sides: scaled)
    func error(_ index: Int) -> Double {
      var explained = 0.0
      for lag in row.indices { explained += weights[index][lag] * scaled[index][lag] }
      return max(scale * variance - explained, 0).squareRoot()
    }
    return HeaveFilter(
      displacement: weights[0], speed: weights[1], delayed: weights[2], deviation: error(0),
      delayedDeviation: error(2))
  }

  /// Density of what is no wave besides white noise, (m/s²)²/Hz.
  private static func disturbance(at frequency: Double) -> Double {
    let slow = wander / (2 * Double.pi * frequency)
    let ratio = min(frequency / vibrationFrequency, 1)
    let square = ratio * ratio
    let fast = vibration * square * square
    return slow * slow + fast * fast
  }

  /// Spectrum of the unscaled displacement, m²/Hz, after Pierson and Moskowitz (1964) for each
  /// height and peak period: S = 5/16·H²·fp⁴·f⁻⁵·exp(−5/4·(fp/f)⁴).
  private static func spectrum(at frequency: Double) -> Double {
    sea.reduce(0) { sum, part in
      let ratio = 1 / (part.period * frequency)
      let fourth = ratio * ratio * ratio * ratio
      return sum
        + 5.0 / 16 * part.height * part.height * fourth / frequency * Double.exp(-1.25 * fourth)
    }
  }
}
