import HeadingGeometry
import RealModule
import Testing

@testable import HeadingNavigation

/// The gyroscope's noise is what its samples show, and no turn is taken for noise.
struct RateNoiseTests {
  /// The density after ten seconds of rates.
  private func density(rate frequency: Double, of value: (Double) -> Vector3) -> Double {
    var noise = RateNoise()
    for index in 0..<Int(10 * frequency) {
      noise.add(value(Double(index) / frequency), interval: 1 / frequency)
    }
    return noise.density
  }

  @Test(arguments: [10.0, 100, 400], [0.0017, 0.02, 0.3])
  func `the density of white noise is estimated at any sample rate`(
    frequency: Double, deviation: Double
  ) {
    var random = SplitMix64(state: 17)
    var sum = 0.0
    for _ in 0..<40 {
      sum += density(rate: frequency) { _ in random.vector() * deviation }
    }
    let expected = deviation * deviation / frequency
    // Half a second of samples, forty times; at 10 Hz these are two hundred.
    #expect(abs(sum / 40 / expected - 1) < 0.25)
  }

  @Test func `a swinging hand and a turning car contain no noise`() {
    let chip = 0.000175 * 0.000175
    let hand = density(rate: 100) { time in
      Vector3(Double.sin(6.3 * time), Double.cos(6.3 * time), 0.5 * Double.sin(12.6 * time))
    }
    let car = density(rate: 10) { time in Vector3(0, 0, 0.4 * Double.sin(0.9 * time)) }
    #expect(hand < chip && car < chip)
  }

  @Test func `rotation between the samples of a slow gyroscope is noise`() {
    // A rough road shakes at 7 Hz by 0.2 rad/s; sampled at 10 Hz that is a swing of 3 Hz that never was.
    let rough = density(rate: 10) { time in
      Vector3(0.2 * Double.sin(2 * Double.pi * 7 * time), 0, 0)
    }
    #expect(rough > 1e-4)
  }

  @Test func `engine vibration between the samples cancels in the means`() {
    // 0.1 rad/s at 27 Hz: the samples alone would say 4e-5.
    let engine = density(rate: 100) { time in
      Vector3(0, 0, 0.1) * Double.sin(2 * Double.pi * 27 * time)
    }
    #expect(engine < 1e-5)
  }

  @Test func `a gap is not noise`() {
    var noise = RateNoise()
    for index in 0..<300 {
      if index % 50 == 0 { noise.interrupt() }
      noise.add(Vector3(0, 0, index % 100 < 50 ? 1 : -1), interval: 0.01)
    }
    #expect(noise.density == 0)
  }
}
