import Glibc

/// Estimates the loss of a radio signal beyond 1 m, dB, which is the distance in the logarithm.
///
/// Obstacles and reflections change a received strength by factors, so its error is near normal in
/// dB, and a mean of distances would be too large. A scalar Kalman filter: the loss does a random
/// walk, readings have independent normal errors. A reading far off has less weight, because
/// reflections cancel a signal now and then; several on one side are a movement and have all.
package struct PathLossFilter: Sendable {
  /// Standard deviation of a reading, dB; 3 to 6 dB indoors.
  package static let noise = 5.0

  /// Growth of the variance, dB²/s: a person who walks at some metres.
  package static let walk = 2.0

  /// Multiple of its standard deviation beyond which a reading has less weight.
  private static let limit = 2.0

  /// Number of readings far off on one side that are a movement.
  private static let movement = 3

  /// Loss per factor 10 of the distance, dB: free space.
  private static let perDecade = 20.0

  /// The loss, dB.
  package private(set) var loss: Double

  /// Its variance, dB².
  package private(set) var variance: Double

  /// Number of readings.
  package private(set) var count = 1

  private var time: Double
  /// Readings far off in a row; negative for those below.
  private var outliers = 0

  /// Starts with a reading, dB, at a time, s.
  package init(loss: Double, time: Double) {
    self.loss = loss
    self.time = time
    variance = Self.noise * Self.noise
  }

  /// Takes a reading, dB, at a time, s.
  package mutating func take(_ reading: Double, time now: Double) {
    variance += Self.walk * max(0, now - time)
    time = max(time, now)
    count += count < .max ? 1 : 0
    let innovation = reading - loss
    var noise = Self.noise * Self.noise
    let reach = Self.limit * (variance + noise).squareRoot()
    if abs(innovation) > reach {
      let isAbove = innovation > 0
      outliers = isAbove == (outliers > 0) ? outliers + (isAbove ? 1 : -1) : (isAbove ? 1 : -1)
      if abs(outliers) >= Self.movement {
        variance += innovation * innovation / 4
      } else {
        noise *= abs(innovation) / reach
      }
    } else {
      outliers = 0
    }
    let gain = variance / (variance + noise)
    loss += gain * innovation
    variance *= 1 - gain
  }

  /// The distance, m: the median of its distribution.
  package var distance: Double { pow(10, loss / Self.perDecade) }
}
