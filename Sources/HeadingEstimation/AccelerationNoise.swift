/// Estimates how much acceleration is left in the averaged specific force, from the innovations of the horizon.
///
/// Accelerations of hands, legs, waves and vehicles come and go, so that they show as the scatter of the innovations
/// about their own mean over some seconds. The mean itself is kept apart: it is the error of the horizon, and taking it
/// for acceleration would make a filter that is wrong slower still (Mehra, 1972, "Approaches to adaptive filtering").
struct AccelerationNoise {
  /// Variance of the direction of the averaged force, a component, rad².
  private(set) var variance = Self.first

  /// What the innovations have had in common for some seconds, rad.
  private var mean = SIMD2<Double>.zero

  /// Time the estimate rests on, s; the assumption made at first counts as some seconds.
  private var age = 2.0

  /// Time over which the mean is taken, s: longer than a wave or a car's gear, shorter than a bend.
  private static let averaging = 10.0

  /// Time over which the scatter is taken, s.
  private static let memory = 18.0

  /// Variance assumed at first, rad²: 3.4°, a boat or a walker.
  private static let first = 0.003_5

  /// The least variance, rad²: noise of an accelerometer below 0.1 Hz, 0.05°.
  static let least = 7.6e-7

  /// A mean beyond this many times its variance is no chance: 1 in 8000 for two components.
  private static let gate = 9.0

  /// Takes an innovation.
  ///
  /// - Parameters:
  ///   - innovation: Horizontal direction of the averaged force in the levelled frame, rad.
  ///   - tilt: Variance of the tilt error a component, rad².
  ///   - interval: Seconds since the previous one.
  /// - Returns: Variance of the tilt that the innovations show beyond what is known, rad²; 0 where they agree.
  mutating func update(_ innovation: SIMD2<Double>, tilt: Double, interval: Double) -> Double {
    age = min(age + interval, Self.memory)
    mean += (innovation - mean) * (interval / (min(age, Self.averaging) + interval))
    let departure = innovation - mean
    newest = (departure.x * departure.x + departure.y * departure.y) / 2
    variance += (newest - variance) * (interval / (age + interval))
    variance = max(variance, Self.least)
    slow += (departure - slow) * (interval / (Self.slowness + interval))
    let square = (slow.x * slow.x + slow.y * slow.y) / 2
    slowVariance += (square - slowVariance) * (interval / (age + interval))
    let common = (mean.x * mean.x + mean.y * mean.y) / 2
    let expected = tilt + variance * 3 / Self.averaging
    return common > Self.gate * expected ? common - expected : 0
  }

  /// Variance to use for the innovation just taken: a departure beyond 2σ counts as much less.
  var robustVariance: Double { max(variance, newest / 4) }

  private var newest = 0.0

  /// The share of the tilt's variance that these accelerations make.
  ///
  /// The filter takes them for white. Those of hands and tones are not: a hand comes back, so that little is left below
  /// its tempo, and the tilt is better than the covariance says. Read from the part that passes a slow low-pass.
  var whiteness: Double {
    min(1, max(Self.leastWhiteness, slowVariance / (Self.whiteShare * variance)))
  }

  private var slow = SIMD2<Double>.zero
  private var slowVariance = Self.first * 0.1

  /// Time constant of the slow low-pass, s.
  private static let slowness = 4.0

  /// The share of the variance that passes it if the accelerations are white up to the horizon's low-pass: simulated.
  private static let whiteShare = 0.28

  /// What noise and turns make of the tilt in any case.
  private static let leastWhiteness = 0.25

  /// Time over which the innovations' mean is taken, s.
  static var meanTime: Double { averaging }
}
