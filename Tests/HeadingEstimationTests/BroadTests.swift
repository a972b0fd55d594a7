import Foundation
import HeadingEstimation
import HeadingGeometry
import HeadingSensing
import HeadingTesting
import Testing

/// Trials of the BROAD benchmark (Laidig, Caruso, Cereatti, Seel, 2021), against optical truth.
///
/// Every sixth sample (48 Hz), so that a debug build takes seconds; the limits leave a third above
/// what was measured.
struct BroadTests {
  @Test(
    .enabled(if: SharedData.isThere("data/broad"), "the shared folder is absent"),
    arguments: [
      ("02_undisturbed_slow_rotation_B", 1.6, 0.6),
      ("10_undisturbed_slow_translation_A", 2.3, 0.5),
      ("28_disturbed_stationary_magnet_A", 3.2, 1.2),
      ("33_disturbed_attached_magnet_2cm", 2.0, 0.8),
      ("35_disturbed_attached_magnet_4cm", 2.0, 0.8),
    ])
  func `a trial stays within its limits`(name: String, total: Double, inclination: Double) throws {
    let text = try SharedData.text("data/broad/\(name).csv")
    var estimator = OrientationEstimator()
    var squares = 0.0
    var inclinationSquares = 0.0
    var inside = 0.0
    var count = 0.0
    for (index, line) in text.split(separator: "\n").dropFirst().enumerated()
    where index % 6 == 0 {
      let row = line.split(separator: ",").map { Double($0) ?? .nan }
      let time = BootTime(seconds: 1 + row[0])
      estimator.update(
        angularRate: VectorSample(time: time, value: Vector3(row[1], row[2], row[3])))
      estimator.update(
        acceleration: VectorSample(time: time, value: Vector3(row[4], row[5], row[6])))
      estimator.update(
        magneticField: VectorSample(time: time, value: Vector3(row[7], row[8], row[9]) * 1e-6))
      guard row[14] == 1, row[10].isFinite else { continue }
      let reference = Quaternion(w: row[10], x: row[11], y: row[12], z: row[13])
      let estimate = estimator.estimate
      let error = estimate.attitude * reference.conjugate
      let upright = (error.w * error.w + error.vector.z * error.vector.z).squareRoot()
      squares += pow(2 * acos(min(1, abs(error.w))), 2)
      inclinationSquares += pow(2 * acos(min(1, upright)), 2)
      if abs(2 * atan(error.vector.z / error.w)) < estimate.heading95.radians { inside += 1 }
      count += 1
    }
    #expect(Angle(radians: (squares / count).squareRoot()).degrees < total)
    #expect(Angle(radians: (inclinationSquares / count).squareRoot()).degrees < inclination)
    #expect(inside / count > 0.9)
  }
}
