import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingEstimation

/// An unknown magnet on the device: since before the start, or attached and removed.
struct UnknownMagnetTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `before the first rotation the bound includes an unknown magnet, afterwards it does not`(
    seed: UInt64
  ) {
    var device = SimulatedDevice(seed: 500 + seed)
    device.hardIron = device.noise(5e-6)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    let still = device.feed(&estimator, from: 1, seconds: 9, moving: 10)
    #expect(estimator.estimate.reasons.contains(.disturbed))
    #expect(still.dropFirst(20).allSatisfy { abs($0.heading) < $0.bound95 })
    let turned = device.feed(&estimator, from: 10, seconds: 40, moving: 10)
    #expect(!estimator.estimate.reasons.contains(.disturbed))
    #expect(estimator.estimate.unknownMagnetTerm == 0)
    #expect(turned.suffix(100).allSatisfy { abs($0.heading) < Angle(degrees: 5).radians })
    #expect(turned.suffix(100).allSatisfy { $0.bound68 < Angle(degrees: 5).radians })
  }

  @Test func `at a known place the bound includes no unknown magnet`() {
    var device = SimulatedDevice(seed: 510)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    estimator.setReferenceField(strength: 48e-6, inclination: Angle(degrees: 65))
    device.feed(&estimator, from: 1, seconds: 5)
    #expect(estimator.estimate.unknownMagnetTerm == 0)
    #expect(!estimator.estimate.reasons.contains(.disturbed))
  }

  @Test func `the removal of a magnet, and its return, are detected within two seconds`()
    throws
  {
    var device = SimulatedDevice(seed: 511)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    device.feed(&estimator, from: 1, seconds: 30, moving: 2)
    let magnet = Vector3(15e-6, -10e-6, 5e-6)
    func iron(_ expected: Vector3) throws -> Double {
      (try #require(estimator.estimate.onlineHardIron) - expected).length
    }
    device.hardIron = magnet
    device.feed(&estimator, from: 31, seconds: 20, moving: 2)
    #expect(try iron(magnet) < 1.5e-6)
    device.hardIron = .zero
    device.feed(&estimator, from: 51, seconds: 2, moving: 2)
    #expect(try iron(.zero) < 1.5e-6)
    device.hardIron = magnet
    let errors = device.feed(&estimator, from: 53, seconds: 3, moving: 2)
    #expect(try iron(magnet) < 1.5e-6)
    #expect(errors.allSatisfy { abs($0.heading) < Angle(degrees: 5).radians })
  }
}
