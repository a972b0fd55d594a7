import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import RealModule

/// A level turn of 20 s on the spot, with swings of 1.4° and an accelerometer bias of 10 mg, 1σ per
/// axis.
struct SteadyTurn {
  private(set) var samples: [CalibrationSample] = []

  /// Makes readings at 50 Hz.
  ///
  /// - Parameters:
  ///   - seed: Of the noise, the biases and the swings.
  ///   - hasGyroscope: Whether there are angular rates, with a bias of 0.5°/s, 1σ per axis.
  ///   - variation: Amplitude of the rate as a share of its mean.
  ///   - rate: Its mean, °/s; a circle at least is turned.
  ///   - pitch: Mean pitch, degrees.
  ///   - swing: Amplitude of pitch and roll, degrees.
  ///   - arm: Distance of the sensor from the axis of the turn, m, the turn's middle to its right.
  ///   - bank: Roll of an aircraft in this turn, degrees, whose acceleration keeps the force along its
  ///     own vertical axis.
  init(
    seed: UInt64, hasGyroscope: Bool = true, variation: Double = 0, rate: Double = 18,
    pitch: Double = 0, swing: Double = 1.4, arm: Double = 0, bank: Double = 0
  ) {
    var random = SeededNormals(seed: seed)
    let gravity = PhysicalConstants.standardGravity
    let bias = random.normals() * Angle(degrees: 0.5).radians
    let push = random.normals() * (0.01 * gravity)
    let phases = (6.28 * random.uniform(), 6.28 * random.uniform(), 360 * random.uniform())
    func attitude(_ time: Double) -> Quaternion {
      AttitudeAngles(
        heading: Angle(
          degrees: phases.2 + rate * time - rate * variation * Double.cos(2 * .pi * time / 6) * 3
            / .pi),
        pitch: Angle(degrees: pitch + swing * Double.sin(2 * .pi * time / 7 + phases.0)),
        roll: Angle(degrees: bank + swing * Double.sin(2 * .pi * time / 9 + phases.1))
      ).quaternion
    }
    for index in 0..<Int(max(1000, 360 / rate * 50)) {
      let time = 0.02 * Double(index)
      let now = attitude(time)
      let speed = Angle(degrees: rate).radians
      let pull = gravity * Double.tan(Angle(degrees: bank).radians) + arm * speed * speed
      let inward =
        ((now * Vector3(1, 0, 0)) * Vector3(1, 1, 0)).direction.map { $0 * pull } ?? .zero
      var sample = CalibrationSample(
        time: BootTime(seconds: 1 + time),
        field: HandheldTurns.distortion * (now.conjugate * Turns.field) + Turns.hardIron
          + random.normals() * 0.4e-6,
        specificForce: now.conjugate * (Vector3(0, 0, gravity) + inward) + push
          + random.normals() * (0.005 * gravity))
      if hasGyroscope {
        let turned = attitude(time - 0.005).conjugate * attitude(time + 0.005)
        sample.angularRate =
          turned.rotationVector / 0.01 + bias + random.normals() * Angle(degrees: 0.1).radians
      }
      samples.append(sample)
    }
  }

  /// Mounts the magnetometer mirrored.
  mutating func swapHorizontalAxes() {
    for index in samples.indices {
      let field = samples[index].field
      samples[index].field = Vector3(field.y, field.x, field.z)
    }
  }

  /// Root mean square heading error over headings in level attitude, degrees.
  func error(_ calibration: CalibrationParameters) -> Double {
    HandheldTurns(seed: 0, seconds: 1).error(calibration)
  }
}
