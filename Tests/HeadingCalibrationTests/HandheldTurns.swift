import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import RealModule

/// Readings of a hand-held device in guided turns, with errors of its other sensors and ground
/// truth.
///
/// A circle each on the level, nose up, nose down, left and right side down and upside down. The hand
/// accelerates the device by sums of sines of 0.3 to 3 Hz.
struct HandheldTurns {
  /// Errors of the other sensors.
  struct Errors {
    /// Acceleration of the hand, root mean square per axis, m/s².
    var acceleration = 0.4
    /// Accelerometer bias, 1σ per axis, g, and scale error, 1σ.
    var bias = 0.0
    var scale = 0.0
    /// Lag of the field, s.
    var delay = 0.0
    /// Change of the hard iron from the first sample to the last, T.
    var drift = Vector3.zero
    /// Misalignment of the magnetometer.
    var turn = Quaternion.identity
  }

  static let distortion = Matrix3(
    rows: Vector3(1.06, 0.03, -0.02), Vector3(0.03, 0.95, 0.04), Vector3(-0.02, 0.04, 1.02))

  /// The distortion with misalignment.
  let distortion: Matrix3
  /// The hard iron at the end.
  let hardIron: Vector3
  var samples: [CalibrationSample] = []

  private var random: SeededNormals
  private let seconds: Double

  /// Makes readings.
  ///
  /// - Parameters:
  ///   - seed: Of the noise, the motion and the sensors' errors.
  ///   - seconds: Duration, s.
  ///   - rate: Sample rate, Hz.
  ///   - errors: Errors of the other sensors.
  ///   - hasGyroscope: Whether there are angular rates.
  init(
    seed: UInt64, seconds: Double = 60, rate: Double = 10, errors: Errors = Errors(),
    hasGyroscope: Bool = false
  ) {
    random = SeededNormals(seed: seed)
    self.seconds = seconds
    distortion = Self.distortion * errors.turn.matrix.transposed
    hardIron = Turns.hardIron + errors.drift
    var sines: [(axis: Int, rate: Double, phase: Double)] = []
    for axis in 0..<3 {
      for _ in 0..<6 {
        sines.append(
          (axis, 2 * .pi * 0.3 * Double.exp(2.3 * random.uniform()), 6.28 * random.uniform()))
      }
    }
    let start = 6.28 * random.uniform()
    let bias = random.normals() * errors.bias
    let scale = Vector3(1, 1, 1) + random.normals() * errors.scale
    for index in 0..<Int(seconds * rate) {
      let time = Double(index) / rate
      let attitude = attitude(time, start)
      var acceleration = Vector3(0, 0, PhysicalConstants.standardGravity)
      for sine in sines {
        acceleration[sine.axis] +=
          errors.acceleration * (2.0 / 6).squareRoot() * Double.sin(sine.rate * time + sine.phase)
      }
      let force =
        scale * (attitude.conjugate * acceleration) + bias * PhysicalConstants.standardGravity
        + random.normals() * 0.03
      let field =
        distortion * (self.attitude(time - errors.delay, start).conjugate * Turns.field)
        + Turns.hardIron + errors.drift * (time / seconds) + random.normals() * 0.5e-6
      var sample = CalibrationSample(
        time: BootTime(seconds: 1 + time), field: field, specificForce: force)
      if hasGyroscope {
        let before = self.attitude(time - 1e-5, start)
        let after = self.attitude(time + 1e-5, start)
        sample.angularRate =
          (before.conjugate * after).rotationVector / 2e-5 + random.normals() * 0.002
      }
      samples.append(sample)
    }
  }

  private func attitude(_ time: Double, _ start: Double) -> Quaternion {
    let poses: [(pitch: Double, roll: Double)] = [
      (0, 0), (45, 0), (-40, 0), (0, 60), (0, -60), (0, 165),
    ]
    let length = seconds / Double(poses.count)
    var (pitch, roll) = poses[0]
    for index in 1..<poses.count {
      let edge = min(max((time - length * Double(index)) / 2 + 0.5, 0), 1)
      let part = edge * edge * (3 - 2 * edge)
      pitch += part * (poses[index].pitch - poses[index - 1].pitch)
      roll += part * (poses[index].roll - poses[index - 1].roll)
    }
    pitch += 4 * Double.sin(2.1 * time + start) + 3 * Double.sin(3.7 * time + 2 * start)
    roll += 4 * Double.sin(2.6 * time + 3 * start) + 3 * Double.sin(4.3 * time)
    let heading = start + 2 * .pi * time / length + 0.15 * Double.sin(1.3 * time)
    return AttitudeAngles(
      heading: Angle(radians: heading), pitch: Angle(degrees: pitch), roll: Angle(degrees: roll)
    ).quaternion
  }

  /// Root mean square heading error over headings in level attitude, degrees.
  func error(_ calibration: CalibrationParameters) -> Double {
    var sum = 0.0
    for heading in 0..<36 {
      let attitude = Quaternion(
        angle: Angle(degrees: 10 * Double(heading)), axis: Vector3(0, 0, 1))
      let raw = distortion * (attitude.conjugate * Turns.field) + hardIron
      let shown = attitude * (calibration.softIron * (raw - calibration.hardIron))
      let error = Angle(radians: .atan2(y: shown.x, x: shown.y)).degrees
      sum += error * error / 36
    }
    return sum.squareRoot()
  }
}
