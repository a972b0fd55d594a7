import CHeading
import HeadingEstimation
import HeadingGeometry
import HeadingSensing
import HeadingTesting
import Testing

@testable import HeadingLibrary

/// The C functions compute what the Swift estimator computes, bit for bit.
@Suite(.timeLimit(.minutes(5))) struct EstimatorLibraryTests {
  /// A device that tumbles, with pseudorandom noise: rates, forces and fields, three numbers a row.
  private static func tumble(_ rows: Int) -> (rates: [Double], forces: [Double], fields: [Double]) {
    var seed: UInt64 = 7
    func noise(_ size: Double) -> Vector3 {
      var values = Vector3.zero
      for axis in 0..<3 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        values[axis] = (Double(seed >> 11) / 0x1p53 - 0.5) * size
      }
      return values
    }
    var attitude = Quaternion.identity
    var (rates, forces, fields): ([Double], [Double], [Double]) = ([], [], [])
    for row in 0..<rows {
      let second = Double(row) * 0.01
      let rate =
        second < 3 ? .zero : Vector3(0.5 * (second * 0.7).remainder(dividingBy: 2), 0.3, 0.8)
      attitude = attitude * Quaternion(rotationVector: rate * 0.01)
      let toBody = attitude.conjugate
      let samples = [
        rate + noise(0.004), toBody * Vector3(0, 0, 9.80665) + noise(0.05),
        toBody * Vector3(0, 20e-6, -43e-6) + noise(0.6e-6),
      ]
      rates += [samples[0].x, samples[0].y, samples[0].z]
      forces += [samples[1].x, samples[1].y, samples[1].z]
      // The magnetometer is slower.
      fields +=
        row % 2 == 0 ? [samples[2].x, samples[2].y, samples[2].z] : [.nan, .nan, .nan]
    }
    return (rates, forces, fields)
  }

  @Test func `A batch is the Swift estimator's, bit for bit`() throws {
    let rows = 3000
    let (rates, forces, fields) = Self.tumble(rows)
    var attitudes = [Double](repeating: 0, count: 4 * rows)
    var (headings, bounds) = (
      [Double](repeating: 0, count: rows), [Double](repeating: 0, count: rows)
    )
    var reasons = [UInt64](repeating: 0, count: rows)
    var handle: OpaquePointer?
    try #require(heading_estimator_create(nil, &handle) == 0)
    let outcome = rates.withUnsafeBufferPointer { rates in
      forces.withUnsafeBufferPointer { forces in
        fields.withUnsafeBufferPointer { fields in
          attitudes.withUnsafeMutableBufferPointer { attitudes in
            headings.withUnsafeMutableBufferPointer { headings in
              bounds.withUnsafeMutableBufferPointer { bounds in
                reasons.withUnsafeMutableBufferPointer { reasons in
                  var batch = heading_batch(
                    size: MemoryLayout<heading_batch>.size, count: rows, times: nil, start: 500,
                    step: 10_000_000, rates: rates.baseAddress, forces: forces.baseAddress,
                    fields: fields.baseAddress, attitudes: attitudes.baseAddress,
                    headings: headings.baseAddress, bounds_68: nil,
                    bounds_95: bounds.baseAddress, reasons: reasons.baseAddress, biases: nil,
                    bias_accuracies: nil, flags: nil)
                  return heading_estimator_batch(handle, &batch)
                }
              }
            }
          }
        }
      }
    }
    #expect(outcome == 0)
    #expect(heading_estimator_destroy(handle) == 0)

    var estimator = OrientationEstimator()
    var (differences, known) = (0, 0)
    for row in 0..<rows {
      func sample(_ values: [Double]) -> VectorSample {
        VectorSample(
          time: BootTime(nanoseconds: 500 + Int64(row) * 10_000_000),
          value: Vector3(values[3 * row], values[3 * row + 1], values[3 * row + 2]))
      }
      estimator.update(angularRate: sample(rates))
      estimator.update(acceleration: sample(forces))
      if row % 2 == 0 { estimator.update(magneticField: sample(fields)) }
      let estimate = estimator.estimate
      guard estimate.isInitialized else {
        differences += attitudes[4 * row].isNaN ? 0 : 1
        continue
      }
      let attitude = estimate.attitude
      let expected = [attitude.w, attitude.vector.x, attitude.vector.y, attitude.vector.z]
      if Array(attitudes[4 * row..<4 * row + 4]) != expected { differences += 1 }
      if bounds[row] != estimate.heading95.degrees { differences += 1 }
      if reasons[row] != estimate.reasons.rawValue { differences += 1 }
      if estimate.hasNorth, estimate.headingBound.within68 < .pi {
        known += 1
        let heading = Heading<MagneticNorth>(AttitudeAngles(attitude).heading)
        if headings[row] != heading.degrees { differences += 1 }
      } else if !headings[row].isNaN {
        differences += 1
      }
    }
    #expect(differences == 0)
    #expect(known > 2500)
  }

  @Test func `A sample allocates nothing`() throws {
    let (rates, forces, fields) = Self.tumble(600)
    var handle: OpaquePointer?
    try #require(heading_estimator_create(nil, &handle) == 0)
    defer { #expect(heading_estimator_destroy(handle) == 0) }
    var estimate = heading_estimate()
    estimate.size = MemoryLayout<heading_estimate>.size
    var failures = 0
    func run(_ range: Range<Int>) {
      rates.withUnsafeBufferPointer { rates in
        forces.withUnsafeBufferPointer { forces in
          fields.withUnsafeBufferPointer { fields in
            for row in range {
              let time = Int64(row) * 10_000_000
              let pairs = (rates.baseAddress! + 3 * row, forces.baseAddress! + 3 * row)
              if heading_estimator_gyroscope(handle, time, pairs.0) < 0 { failures += 1 }
              if heading_estimator_accelerometer(handle, time, pairs.1) < 0 { failures += 1 }
              if row % 2 == 0,
                heading_estimator_magnetometer(handle, time, fields.baseAddress! + 3 * row) < 0
              {
                failures += 1
              }
              if heading_estimator_read(handle, &estimate) < 0 { failures += 1 }
            }
          }
        }
      }
    }
    run(0..<300)
    let allocations = Allocations.count { run(300..<600) }
    #expect(allocations == 0)
    #expect(failures == 0)
  }

  @Test func `The header's reasons are the catalogue's bits`() {
    #expect(HEADING_REASON_STARTING.rawValue == 0)
    let pairs: [(heading_reason, Reasons)] = [
      (HEADING_REASON_UNCALIBRATED, .uncalibrated), (HEADING_REASON_DISTURBED, .disturbed),
      (HEADING_REASON_BAROMETER_STUCK, .barometerStuck),
      (HEADING_REASON_WATER_SPEED_IMPLAUSIBLE, .waterSpeedImplausible),
    ]
    for (bit, reason) in pairs { #expect(Reasons(rawValue: 1 << bit.rawValue) == reason) }
    #expect(Reasons.catalogue.allSatisfy { $0.reason.rawValue < 1 << 51 })
  }
}
