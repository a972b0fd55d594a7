import HeadingEstimation
import HeadingGeometry
import HeadingSensing
import Testing

struct EnduranceTests {
  #if DEBUG
    /// Without the optimizer a simulated hour takes ten seconds.
    private static let hours = 2
  #else
    private static let hours = 24
  #endif

  @Test func `a day with a gyroscope that drifts: no growth of error, and the bound covers`() {
    var device = SimulatedDevice(seed: 500)
    device.swing = Vector3(0.6, 0.1, 0.15)
    device.turning = 0.04
    device.roomVariation = 0.5e-6
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    var squares: [Double] = []
    var inside68 = 0.0
    var inside95 = 0.0
    var bounds = 0.0
    var count = 0.0
    for minute in 0..<(Self.hours * 60) {
      // 0.01°/s in a minute, a random walk, with a warm and a cold half of the day.
      device.gyroscopeBias += device.noise(Angle(degrees: 0.01).radians)
      let errors = device.feed(
        &estimator, from: 1 + Double(minute) * 60, seconds: 60, moving: 5, rate: 5)
      guard minute > 0 else { continue }
      for error in errors {
        squares.append(error.heading * error.heading)
        if abs(error.heading) <= error.bound68 { inside68 += 1 }
        if abs(error.heading) <= error.bound95 { inside95 += 1 }
        bounds += error.bound68
        count += 1
      }
    }
    let quarter = squares.count / 4
    func rms(_ part: ArraySlice<Double>) -> Double {
      Angle(radians: (part.reduce(0, +) / Double(part.count)).squareRoot()).degrees
    }
    #expect(rms(squares.suffix(quarter)) < 1.5)
    #expect(rms(squares.suffix(quarter)) < 1.5 * rms(squares.prefix(quarter)))
    #expect(inside68 / count > 0.6)
    #expect(inside95 / count > 0.92)
    #expect(Angle(radians: bounds / count).degrees < 3)
    #expect((estimator.estimate.gyroscopeBias - device.gyroscopeBias).length < 0.003)
  }
}
