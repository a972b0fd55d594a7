/// Estimates the variance of the acceleration in the averaged specific force from the tilt
/// innovations.
///
/// Accelerations of hands, legs, waves and vehicles appear as scatter of the innovations about
/// their own mean over some seconds. The mean itself is excluded: it is the tilt error, and
/// counting it as acceleration would make a wrong filter even slower (Mehra, 1972, "Approaches to
/// adaptive filtering").
struct AccelerationNoise {
  /// Variance of the direction of the averaged force, per component, rad².
  private(set) var variance = Self.first

  /// Mean of the innovations over some seconds, rad.
  private var mean = SIMD2<Double>.zero

  /// Time covered by the estimate, s; the initial assumption counts as two seconds.
  private var age = 2.0

  /// Averaging time of the mean, s: longer than a wave or a car's gear, shorter than a bend.
  private static let averaging = 10.0

  /// Averaging time of the scatter, s.
  private static let memory = 18.0

  /// Initial variance, rad²: 3.4°, a boat or a walker.
  private static let first = 0.003_5

  /// Smallest variance, rad²: noise of an accelerometer below 0.1 Hz, 0.05°.
  static let least = 7.6e-7

  /// Gate of the squared mean over its variance; exceeded by chance once in 8000 for two
  /// components.
  private static let gate = 9.0

  /// Adds an innovation.
  ///
  /// - Parameters:
  ///   - innovation: Horizontal direction of the averaged force in the levelled frame, rad.
  ///   - tilt: Variance of the tilt error per component, rad².
  ///   - interval: Seconds since the previous one.
  /// - Returns: Excess variance of the tilt beyond the covariance, rad²; 0 if the innovations are
  ///   consistent.
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

  /// Variance for the newest innovation, robust: a deviation beyond 2σ has less weight.
  var robustVariance: Double { max(variance, newest / 4) }

  private var newest = 0.0

  /// Ratio of the tilt's actual variance to the filter's, which assumes white accelerations.
  ///
  /// Those of hands and tones are not white: a hand returns, so that little power is left at low
  /// frequencies, and the tilt is better than its covariance. Estimated from the output of a slow
  /// low-pass.
  var whiteness: Double {
    min(1, max(Self.leastWhiteness, slowVariance / (Self.whiteShare * variance)))
  }

  private var slow = SIMD2<Double>.zero
  private var slowVariance = Self.first * 0.1

  /// Time constant of the slow low-pass, s.
  private static let slowness = 4.0

  /// Share of the variance that passes it for accelerations that are white up to the tilt filter's
  /// low-pass: simulated.
  private static let whiteShare = 0.28

  /// Lower limit of ``whiteness``: tilt errors caused by noise and rotation.
  private static let leastWhiteness = 0.25

  /// Averaging time of the innovations' mean, s.
  static var meanTime: Double { averaging }
}
