import Foundation
import HeadingCalibration
import HeadingGeometry
import HeadingRecording
import HeadingSensing
import Testing

/// Detection of uncalibrated hard iron in recordings.
struct RecordedFieldTests {
  private static let strength = 48e-6
  private static let dip = Angle(degrees: 64)

  /// One minute of turning at 18°/s with a bank angle, in a field with this hard iron, µT; the noise of
  /// gyroscope and accelerometer in shares of a phone's.
  private func circling(bank: Angle, iron: Vector3, noise share: Double = 1) throws -> RecordedField
  {
    let field = Vector3(0, Self.dip.cosine, -Self.dip.sine) * Self.strength
    let rate = Angle(degrees: 18).radians
    var text = "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z\n"
    for row in 0..<3000 {
      let time = Double(row) * 0.02
      let roll = Quaternion(angle: bank, axis: Vector3(0, 1, 0))
      let attitude =
        Quaternion(angle: Angle(radians: -rate * time), axis: Vector3(0, 0, 1)) * roll
      let spin = attitude.conjugate * Vector3(0, 0, -rate)
      // In a coordinated turn the force is along the body's z axis.
      let force = Vector3(0, 0, PhysicalConstants.standardGravity / bank.cosine)
      let seen =
        (attitude.conjugate * field) / PhysicalConstants.microtesla + iron
        + Vector3(sin(71.3 * time), sin(83.9 * time), sin(97.1 * time)) * 0.3
      let noise = Vector3(sin(77.7 * time), sin(88.3 * time), sin(101.9 * time)) * share
      let turned = spin + noise * 0.003
      let felt = force + Vector3(noise.z, noise.x, noise.y) * 0.03
      text += [time, turned.x, turned.y, turned.z, felt.x, felt.y, felt.z, seen.x, seen.y, seen.z]
        .map { "\($0)" }.joined(separator: ",")
      text += "\n"
    }
    var reader = try RecordingReader(Data(text.utf8))
    return RecordedField(
      RecordingSamples(&reader),
      knowledge: CalibrationPriors(fieldStrength: Self.strength, inclination: Self.dip))
  }

  @Test(arguments: [8.0, 12, 15, 20, 35, 50])
  func `a banked turn is not taken for hard iron`(bank: Double) throws {
    for noise in [0.0, 1] {
      let field = try circling(bank: Angle(degrees: bank), iron: .zero, noise: noise)
      #expect(!field.isUncalibrated)
    }
  }

  // 1 µT is 2.7° of a horizontal field of 21 µT: a turn on the spot with noise is not told from a vehicle's circle.
  @Test(arguments: [(noise: 0.0, largest: 0.5), (1, 1)])
  func `hard iron is detected in a level circle`(noise: Double, largest: Double) throws {
    let field = try circling(bank: .zero, iron: Vector3(8, -6, 0), noise: noise)
    #expect(field.isUncalibrated)
    let found = field.result.parameters.hardIron / PhysicalConstants.microtesla
    let error = (found - Vector3(8, -6, found.z)).length
    #expect(error < largest)
  }
}
