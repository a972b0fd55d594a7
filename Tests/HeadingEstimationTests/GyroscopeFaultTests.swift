import Foundation
import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingEstimation

/// A fault of one gyroscope axis for eight seconds, while all sensors deliver.
struct GyroscopeFaultTests {
  /// The rate of a faulty gyroscope, rad/s.
  enum Fault: CaseIterable {
    case offset, dead, half, swapped

    func spoil(_ rate: Vector3) -> Vector3 {
      switch self {
      case .offset: Vector3(rate.x, rate.y, rate.z + 0.5)
      case .dead: Vector3(rate.x, rate.y, 0)
      case .half: Vector3(rate.x, rate.y, rate.z / 2)
      case .swapped: Vector3(rate.x, rate.z, rate.y)
      }
    }
  }

  /// Feeds a hand-held device; what its estimates were, every 0.1 s from 30 s on.
  private func run(
    _ fault: Fault?, seed: UInt64
  ) -> [(time: Double, error: Double, bound95: Double, reasons: Reasons)] {
    var device = SimulatedDevice(seed: seed)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    var result: [(time: Double, error: Double, bound95: Double, reasons: Reasons)] = []
    for step in 0..<9000 {
      let now = 1 + Double(step) / 100
      var sample = device.sample(at: now, moving: 4, rate: 100)
      if let fault, now > 40, now < 48 { sample.rate = fault.spoil(sample.rate) }
      let time = BootTime(seconds: now)
      estimator.update(angularRate: VectorSample(time: time, value: sample.rate))
      estimator.update(acceleration: VectorSample(time: time, value: sample.force))
      if let field = sample.field {
        estimator.update(magneticField: VectorSample(time: time, value: field))
      }
      guard now > 30, step.isMultiple(of: 10) else { continue }
      let estimate = estimator.estimate
      let error = estimate.attitude * device.attitude(at: now, moving: 4).conjugate
      let forward = error * Vector3(0, 1, 0)
      result.append(
        (
          now, abs(atan2(forward.x, forward.y)), estimate.heading95.radians, estimate.reasons
        ))
    }
    return result
  }

  @Test(arguments: Fault.allCases, [1, 2, 3] as [UInt64])
  func `a faulty gyroscope axis is reported, and the heading recovers`(
    fault: Fault, seed: UInt64
  ) {
    let estimates = run(fault, seed: seed)
    let named = estimates.first { $0.reasons.contains(.rateImplausible) }
    #expect((named?.time ?? .infinity) < 44)
    // During and after the fault no unreported error exceeds three bounds.
    let silent: Reasons = [.rateImplausible, .disturbed, .starting, .relativeHeading]
    let false95 = estimates.filter {
      $0.error > 3 * $0.bound95 && $0.reasons.isDisjoint(with: silent)
    }
    #expect(false95.count < 20)
    #expect(estimates.suffix(200).allSatisfy { $0.error < Angle(degrees: 6).radians })
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a healthy gyroscope is never excluded`(seed: UInt64) {
    #expect(run(nil, seed: seed).allSatisfy { !$0.reasons.contains(.rateImplausible) })
  }
}
