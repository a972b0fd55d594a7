import RealModule

/// Weights that make vertical displacement of vertical acceleration: finite Wiener filters.
///
/// The displacement at one time is a weighted sum of the last ``length`` accelerations. The weights
/// minimize the mean square error for a sea in which winds and swells of many periods are mixed and
/// for the errors of a small accelerometer, of which nothing below ``lowestFrequency`` is taken for a
/// wave (Wiener, Extrapolation, Interpolation, and Smoothing of Stationary Time Series, 1949; normal
/// equations R·c = r with the autocovariance R of the accelerations and their covariance r with the
/// displacement). They have no gain at zero frequency, so that neither gravity nor a bias matters, and
/// no state that could drift. A displacement of ``delay`` ago also uses what came after it, and has a
/// fraction of the error.
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
}
