import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import RealModule

/// Readings of a hand-held device on flat figures of eight, with accelerations that repeat with the
/// heading.
struct FlatEights {
  var samples: [CalibrationSample] = []

  /// Makes half a minute.
  ///
  /// - Parameters:
  ///   - seed: Of the noise and the motion.
  ///   - acceleration: Of the hand, m/s²: its amplitude across and along the eight.
  init(seed: UInt64, acceleration: Double) {
    var random = SeededNormals(seed: seed)
    let rate = 2 * .pi / (2.5 + 2 * random.uniform())
    let (start, lead) = (6.28 * random.uniform(), 6.28 * random.uniform())
    let sweep = 1.5 + 1.5 * random.uniform()
    let course = Quaternion(
      rotationVector: Vector3(0, 0, 6.28 * random.uniform()))
    for index in 0..<1500 {
      let time = Double(index) / 50
      let phase = rate * time + 0.3 * Double.sin(0.9 * time + start)
      let angles = AttitudeAngles(
        heading: Angle(radians: start + sweep * Double.sin(phase + lead)),
        pitch: Angle(degrees: 3 * Double.sin(1.9 * time + lead)),
        roll: Angle(degrees: 3 * Double.sin(2.7 * time)))
      let back = angles.quaternion.conjugate
      let hand =
        course * (Vector3(Double.sin(phase), Double.sin(2 * phase), 0) * -acceleration)
      let force =
        back * (hand + Vector3(0, 0, PhysicalConstants.standardGravity))
        + random.normals() * 0.03
      let field =
        HandheldTurns.distortion * (back * Turns.field) + Turns.hardIron
        + random.normals() * 0.5e-6
      samples.append(
        CalibrationSample(time: BootTime(seconds: 1 + time), field: field, specificForce: force))
    }
  }

  /// Root mean square heading error over headings in level attitude, degrees.
  func error(_ calibration: CalibrationParameters) -> Double {
    HandheldTurns(seed: 0, seconds: 1).error(calibration)
  }
}
