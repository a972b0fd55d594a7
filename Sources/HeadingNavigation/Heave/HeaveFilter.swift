import RealModule

/// Coefficients that make vertical displacement of vertical acceleration: finite Wiener filters.
///
/// The displacement at one time is estimated by a weighted sum of the last ``length`` accelerations.
/// The weights minimize the mean square error for a sea in which winds and swells of many periods are
/// mixed and for the noise of a small accelerometer, of which nothing below ``lowestFrequency`` is
/// taken for a wave (Wiener, Extrapolation, Interpolation, and Smoothing of Stationary Time Series,
/// 1949; normal equations R·c = r with the autocovariance R of the accelerations and their
/// covariance r with the displacement). They have no gain at zero frequency, so that neither gravity
/// nor a bias matters, and no state that could drift. A displacement of ``delay`` ago also uses what
/// came after it, and has a fraction of the error.
struct HeaveFilter: Sendable {
  /// Seconds between accelerations, each of which is a mean over the interval.
  static let interval = 0.1

  /// Number of accelerations: a minute.
  static let length = 600

  /// Delay of ``delayed``, intervals: 10 s.
  static let delay = 100

  /// Lowest frequency of a wave, Hz: a period of 40 s.
  static let lowestFrequency = 1.0 / 40

  /// Weights of the accelerations, newest first, for the displacement at the end of the newest
  /// interval, m per m/s².
  let displacement: [Double]

  /// For the vertical speed at the end of the newest interval, m/s per m/s².
  let speed: [Double]

  /// For the displacement ``delay`` intervals before it.
  let delayed: [Double]

  /// 1σ error of ``displacement`` in the assumed sea, m.
  let deviation: Double

  /// 1σ error of ``delayed`` in the assumed sea, m.
  let delayedDeviation: Double

  /// The filters, computed once.
  static let standard = HeaveFilter()

  /// Significant wave heights, m, and peak periods, s, of the assumed sea.
  private static let sea: [(height: Double, period: Double)] = [
    (0.5, 3), (1, 5), (1.5, 8), (1.5, 12), (1, 16), (0.7, 20),
  ]

  /// Noise density of the accelerometer, m/s²/√Hz: 300 µg/√Hz, that of an MPU-9250.
  private static let noise = 3e-3

  /// Random walk of its bias and of the tilt's effect, m/s²/√s.
  private static let wander = 2e-4

  /// Variance of a constant, (m/s²)²: gravity's difference from the standard and the bias.
  private static let constant = 1.0

  /// Distance of the frequencies over which the spectra are summed, Hz.
  private static let step = 0.002

  private init() {
    let count = Self.length
    // Autocovariance, and covariances with displacement, speed and delayed displacement.
    var row = [Double](repeating: Self.constant, count: count)
    var sides = [[Double]](repeating: [Double](repeating: 0, count: count), count: 3)
    row[0] += Self.noise * Self.noise / (2 * Self.interval)
    var variance = 0.0
    for index in 1...Int(2.5 / Self.step) {
      let frequency = Double(index) * Self.step
      let omega = 2 * Double.pi * frequency
      let spectrum =
        frequency < Self.lowestFrequency ? 0 : Self.spectrum(at: frequency)
      // A mean over the interval is smaller than the value in its middle.
      let phase = omega * Self.interval / 2
      let mean = Double.sin(phase) / phase
      let power = spectrum * Self.step
      let (force, wander) = (omega * omega * mean, Self.wander / omega)
      let covariance = power * force * force + wander * wander * Self.step
      variance += power
      let late = 2 * phase * Double(Self.delay)
      for lag in 0..<count {
        let turn = 2 * phase * Double(lag)
        row[lag] += covariance * Double.cos(turn)
        guard power > 0 else { continue }
        // The interval's end is half an interval after its middle.
        sides[0][lag] -= power * force * Double.cos(turn + phase)
        sides[1][lag] += power * force * omega * Double.sin(turn + phase)
        sides[2][lag] -= power * force * Double.cos(turn + phase - late)
      }
    }
    let weights = ToeplitzSystem.solve(row: row, sides: sides)
    (displacement, speed, delayed) = (weights[0], weights[1], weights[2])
    func error(_ index: Int) -> Double {
      var explained = 0.0
      for lag in 0..<count { explained += weights[index][lag] * sides[index][lag] }
      return max(variance - explained, 0).squareRoot()
    }
    deviation = error(0)
    delayedDeviation = error(2)
  }

  /// Spectrum of the assumed displacement, m²/Hz, after Pierson and Moskowitz (1964) for each
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
