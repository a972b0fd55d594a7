import HeadingEstimation
import HeadingGeometry
import HeadingSensing
import Testing

/// The field of the tests: 48 µT, 65° down, T in ENU.
let localField = Vector3(0, 48e-6 * Angle(degrees: 65).cosine, -48e-6 * Angle(degrees: 65).sine)

/// Feeds an estimator with what ideal sensors say of a still body.
func feed(
  _ estimator: inout OrientationEstimator, attitude: Quaternion, from start: Double,
  seconds: Double,
  rate: Double = 100, gyroscope: Vector3? = .zero, hasMagnetometer: Bool = true
) {
  for index in 0..<Int(seconds * rate) {
    let time = BootTime(seconds: start + Double(index) / rate)
    if let gyroscope {
      estimator.update(angularRate: VectorSample(time: time, value: gyroscope))
    }
    let up = attitude.conjugate * Vector3(0, 0, 9.81)
    estimator.update(acceleration: VectorSample(time: time, value: up))
    if hasMagnetometer {
      estimator.update(
        magneticField: VectorSample(time: time, value: attitude.conjugate * localField))
    }
  }
}

struct OrientationEstimatorTests {
  @Test(
    arguments: [
      (0.0, 0.0, 0.0), (90, 0, 0), (-135, 0, 0), (30, 40, 0), (200, -60, 20), (10, 5, 175),
      (77, -20, -120),
    ])
  func `the attitude of a still device is known within a second`(
    heading: Double, pitch: Double, roll: Double
  ) {
    let truth = AttitudeAngles(
      heading: Angle(degrees: heading), pitch: Angle(degrees: pitch), roll: Angle(degrees: roll)
    ).quaternion
    var estimator = OrientationEstimator()
    feed(&estimator, attitude: truth, from: 5, seconds: 1)
    let estimate = estimator.estimate
    #expect(estimate.isInitialized)
    #expect(estimate.hasNorth)
    #expect((estimate.attitude * truth.conjugate).rotationVector.length < 0.002)
  }

  @Test func `without a magnetometer the heading is reported as relative`() {
    var estimator = OrientationEstimator()
    feed(&estimator, attitude: .identity, from: 0, seconds: 2, hasMagnetometer: false)
    #expect(!estimator.estimate.hasNorth)
    #expect(estimator.estimate.reasons.isSuperset(of: [.relativeHeading, .magnetometerMissing]))
    #expect(estimator.estimate.heading68.degrees == 180)
  }

  @Test func `without a gyroscope the attitude follows accelerometer and magnetometer`() {
    var estimator = OrientationEstimator()
    feed(&estimator, attitude: .identity, from: 0, seconds: 3, gyroscope: nil)
    let turned = AttitudeAngles(
      heading: Angle(degrees: 70), pitch: Angle(degrees: 25), roll: Angle(degrees: -10)
    ).quaternion
    feed(&estimator, attitude: turned, from: 3, seconds: 5, gyroscope: nil)
    let estimate = estimator.estimate
    #expect((estimate.attitude * turned.conjugate).rotationVector.length < 0.02)
    #expect(estimate.reasons.contains(.gyroscopeMissing))
  }

  @Test func `the gyroscope bias is estimated at rest`() {
    var estimator = OrientationEstimator()
    let offset = Vector3(0.01, -0.008, 0.012)
    feed(&estimator, attitude: .identity, from: 0, seconds: 20, gyroscope: offset)
    #expect((estimator.estimate.gyroscopeBias - offset).length < 5e-4)
    #expect(estimator.estimate.isAtRest)
    #expect(estimator.estimate.rotationRate.length < 5e-4)
  }

  @Test(arguments: 0..<8)
  func `random garbage leaves the state finite and healthy`(seed: UInt64) {
    var generator = SplitMix(state: seed &* 7919 &+ 1)
    var estimator = OrientationEstimator()
    var clock = 0.0
    let absurd: [Double] = [
      .nan, .infinity, -.infinity, 1e308, -1e308,
      .leastNonzeroMagnitude, 0, -0.0, 1e30, 1e-30,
    ]
    for _ in 0..<20_000 {
      func number(_ scale: Double) -> Double {
        let pick = generator.next() % 20
        if pick < 2 { return absurd[Int(generator.next() % UInt64(absurd.count))] }
        return generator.uniform(-scale...scale) * (pick < 4 ? 1e6 : 1)
      }
      let step = generator.next() % 100
      clock += step < 90 ? 0.003 : step < 95 ? -0.01 : step < 99 ? 0.7 : 1e5
      let time = BootTime(seconds: clock)
      switch generator.next() % 4 {
      case 0:
        estimator.update(
          angularRate: VectorSample(time: time, value: Vector3(number(9), number(9), number(9))))
      case 1:
        estimator.update(
          acceleration: VectorSample(
            time: time, value: Vector3(number(20), number(20), number(20))))
      case 2:
        estimator.update(
          magneticField: VectorSample(
            time: time, value: Vector3(number(6e-5), number(6e-5), number(6e-5))))
      default: estimator.advance(to: time)
      }
      let estimate = estimator.estimate
      #expect(estimate.attitude.isFinite)
      #expect(abs(estimate.attitude.length - 1) < 1e-6)
      #expect(estimate.rotationRate.isFinite && estimate.gyroscopeBias.isFinite)
      #expect(estimate.heading68.radians >= 0 && estimate.heading95 >= estimate.heading68)
      #expect(estimate.tiltAccuracy.radians >= 0)
    }
    #expect(estimator.invalidSampleCount > 100)
    // Healthy again: two minutes of good samples in motion lead to the truth.
    var device = SimulatedDevice(seed: seed)
    let errors = device.feed(
      &estimator, from: clock + 1, seconds: 120, moving: clock + 1, rate: 50)
    #expect(errors.suffix(100).allSatisfy { $0.tilt < Angle(degrees: 3).radians })
  }
}

/// A small repeatable generator (SplitMix64; Steele, Lea and Flood, 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) * 0x1p-53
  }
}
