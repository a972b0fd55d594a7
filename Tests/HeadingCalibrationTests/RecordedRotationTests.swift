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
  func `translation without rotation is refused for that reason`(name: String) throws {
    let result = MagneticCalibrator().fit(try Self.samples(name))
    #expect(!result.isAccepted)
    #expect(result.reasons == .noRotation)
  }

  // The recordings are calibrated: the correct fit is close to the identity.
  @Test(
    .enabled(if: SharedData.isThere("data/broad"), "shared data is absent"),
    arguments: [
      "02_undisturbed_slow_rotation_B", "05_undisturbed_slow_rotation_with_breaks_B",
    ])
  func `rotation is accepted, and a calibrated sensor is unchanged`(name: String) throws {
    let result = MagneticCalibrator().fit(try Self.samples(name))
    #expect(result.isAccepted)
    #expect(result.parameters.hardIron.length < 2e-6)
    let change = result.parameters.softIron - .identity
    #expect(change.columns.x.length < 0.05)
    #expect(change.columns.y.length < 0.05)
    #expect(change.columns.z.length < 0.05)
  }

  // In 08 and 30 accelerations cause 12° of tilt error, in a field with gradients of 1 µT and more.
  // A fit with the attitudes of the optical reference has errors of 3° and 8° there.
  @Test(
    .enabled(if: SharedData.isThere("data/broad"), "shared data is absent"),
    arguments: [
      "08_undisturbed_fast_rotation_with_breaks_A", "30_disturbed_stationary_magnet_C",
    ])
  func `field gradients without an accelerometer are refused`(
    name: String
  ) throws {
    let result = MagneticCalibrator().fit(try Self.samples(name))
    #expect(!result.isAccepted)
    #expect(!result.reasons.isDisjoint(with: [.disturbed, .inaccurate]))
  }
}
