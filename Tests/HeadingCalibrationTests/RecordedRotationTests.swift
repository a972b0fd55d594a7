import Foundation
import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import HeadingTesting
import Testing

/// Recordings of a hand-held sensor (BROAD, Laidig et al., Data 6(7), 2021), every fortieth row.
struct RecordedRotationTests {
  private static func samples(_ name: String) throws -> [CalibrationSample] {
    let rows = try SharedData.text("data/broad/\(name).csv").split(separator: "\n").dropFirst()
    return stride(from: rows.startIndex, to: rows.endIndex, by: 40).compactMap { index in
      let numbers = rows[index].split(separator: ",").prefix(10).compactMap { Double($0) }
      guard numbers.count == 10 else { return nil }
      return CalibrationSample(
        time: BootTime(seconds: numbers[0]),
        field: Vector3(numbers[7], numbers[8], numbers[9]) * PhysicalConstants.microtesla,
        specificForce: Vector3(numbers[4], numbers[5], numbers[6]))
    }
  }

  @Test(
    .enabled(if: SharedData.isThere("data/broad"), "shared data is absent"),
    arguments: [
      "10_undisturbed_slow_translation_A", "25_disturbed_tapping_B",
      "27_disturbed_phone_vibration_B",
    ])
  func `movement without rotation is refused for that reason`(name: String) throws {
    let result = MagneticCalibrator().fit(try Self.samples(name))
    #expect(!result.isAccepted)
    #expect(result.reasons == .noRotation)
  }

  // The recordings are calibrated already: a right fit is close to the identity.
  @Test(
    .enabled(if: SharedData.isThere("data/broad"), "shared data is absent"),
    arguments: [
      "02_undisturbed_slow_rotation_B", "05_undisturbed_slow_rotation_with_breaks_B",
    ])
  func `rotation is accepted, and a calibrated sensor stays as it is`(name: String) throws {
    let result = MagneticCalibrator().fit(try Self.samples(name))
    #expect(result.isAccepted)
    #expect(result.parameters.hardIron.length < 2e-6)
    let change = result.parameters.softIron - .identity
    #expect(change.columns.x.length < 0.05)
    #expect(change.columns.y.length < 0.05)
    #expect(change.columns.z.length < 0.05)
  }

  // In 08 and 30 the sensor is moved so hard that its accelerometer is off by 12° of tilt, in a field that differs by
  // 1 µT and more from place to place. A fit with the attitudes of the optical reference is 3° and 8° off there.
  @Test(
    .enabled(if: SharedData.isThere("data/broad"), "shared data is absent"),
    arguments: [
      "08_undisturbed_fast_rotation_with_breaks_A", "30_disturbed_stationary_magnet_C",
    ])
  func `a field that differs from place to place is refused where no vertical shows it`(
    name: String
  ) throws {
    let result = MagneticCalibrator().fit(try Self.samples(name))
    #expect(!result.isAccepted)
    #expect(!result.reasons.isDisjoint(with: [.disturbed, .inaccurate]))
  }
}
