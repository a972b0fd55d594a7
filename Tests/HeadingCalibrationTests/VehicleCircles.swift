import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import RealModule

/// Readings of a vehicle that drives two circles from rest, with ground truth.
///
/// The centripetal acceleration v²/r tilts the force by some degrees. The mount is tilted by up to
/// 3°; roll and pitch vary by half a degree.
struct VehicleCircles {
  private(set) var samples: [CalibrationSample] = []

  /// Makes readings.
  ///
  /// - Parameters:
  ///   - seed: Of the noise, the circle and the mount.
  ///   - hasGyroscope: Whether there are angular rates, with a bias of 0.3°/s.
  ///   - hasReceiver: Whether a receiver measures the speed.
  init(seed: UInt64, hasGyroscope: Bool = true, hasReceiver: Bool = false) {
    var random = SeededNormals(seed: seed)
    let radius = 6 + 4 * random.uniform()
    let speed = 2 + 3 * random.uniform()
    let sense = random.uniform() < 0.5 ? -1.0 : 1.0
    let tilted = random.normals() * 0.02
    let mount = Quaternion(rotationVector: Vector3(tilted.x, tilted.y, 0))
    let bias = random.normals() * 0.005
    let phase = 6.28 * random.uniform()
    let step = 0.05
    var turn = 6.28 * random.uniform()
    var before: Quaternion?
    for index in 0..<Int((4 * .pi * radius / speed + 5) / step) {
      let time = Double(index) * step
      let ramp = min(max((time - 1) / 3, 0), 1)
      let now = speed * ramp * (1 + 0.1 * Double.sin(0.5 * time + phase))
      turn += sense * now / radius * step
      let attitude =
        AttitudeAngles(
          heading: Angle(radians: turn),
          pitch: Angle(degrees: 0.4 * Double.sin(2.3 * time + phase)),
          roll: Angle(degrees: 0.7 * Double.sin(3.1 * time))
        ).quaternion * mount
      // Forward is (sin, cos) of the heading; a turn to the right accelerates to the right.
      let right = Vector3(Double.cos(turn), -Double.sin(turn), 0)
      let starts = ramp > 0 && ramp < 1 ? speed / 3 : 0
      let acceleration =
        right * (sense * now * now / radius)
        + Vector3(Double.sin(turn), Double.cos(turn), 0) * starts
        + Vector3(0, 0, PhysicalConstants.standardGravity)
      var sample = CalibrationSample(
        time: BootTime(seconds: 1 + time),
        field: HandheldTurns.distortion * (attitude.conjugate * Turns.field) + Turns.hardIron
          + random.normals() * 0.5e-6,
        specificForce: attitude.conjugate * acceleration + random.normals() * 0.2)
      if hasGyroscope {
        let turned = before.map { ($0.conjugate * attitude).rotationVector / step } ?? .zero
        sample.angularRate = turned + bias + random.normals() * 0.002
      }
      if hasReceiver { sample.speed = now }
      before = attitude
      samples.append(sample)
    }
  }

  /// Root mean square heading error over headings in level attitude, degrees.
  func error(_ calibration: CalibrationParameters) -> Double {
    HandheldTurns(seed: 0, seconds: 1).error(calibration)
  }
}
