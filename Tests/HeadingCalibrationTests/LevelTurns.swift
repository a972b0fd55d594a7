import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import RealModule

/// Two turns on a table tilted by 1°, with accelerations of 0.1 m/s² correlated over tenths of a
/// second.
struct LevelTurns {
  private(set) var samples: [CalibrationSample] = []

  init(seed: UInt64, count: Int = 600) {
    var random = SeededNormals(seed: seed)
    var push = Vector3.zero
    let table = Quaternion(rotationVector: Vector3(0.015, -0.01, 0))
    for index in 0..<count {
      let part = Double(index) / Double(count)
      let attitude =
        table
        * AttitudeAngles(
          heading: Angle(radians: 4 * .pi * part), pitch: Angle(degrees: 0.1), roll: .zero
        ).quaternion
      // A first order process with a correlation time of five samples.
      push = push * 0.82 + random.normals() * (0.1 * 0.57)
      let force = push + Vector3(0, 0, PhysicalConstants.standardGravity)
      samples.append(
        CalibrationSample(
          time: BootTime(seconds: 1 + 40 * part),
          field: HandheldTurns.distortion * (attitude.conjugate * Turns.field) + Turns.hardIron
            + random.normals() * 0.5e-6,
          specificForce: attitude.conjugate * force + random.normals() * 0.03))
    }
  }

  /// Root mean square heading error over headings in level attitude, degrees.
  func error(_ calibration: CalibrationParameters) -> Double {
    var sum = 0.0
    for heading in 0..<36 {
      let attitude = Quaternion(
        angle: Angle(degrees: 10 * Double(heading)), axis: Vector3(0, 0, 1))
      let raw = HandheldTurns.distortion * (attitude.conjugate * Turns.field) + Turns.hardIron
      let shown = attitude * (calibration.softIron * (raw - calibration.hardIron))
      let error = Angle(radians: .atan2(y: shown.x, x: shown.y)).degrees
      sum += error * error / 36
    }
    return sum.squareRoot()
  }
}
