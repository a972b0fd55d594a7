import Foundation
import HeadingGeometry
import HeadingSensing

/// Readings of three chips on a body that is turned about all axes by hand, from rotation matrices and
/// their numerical derivatives; nothing of the simulated hat is used.
struct FreeMotion {
  /// From each chip's axes to the body's.
  var accelerometer = Matrix3.identity
  var gyroscope = Matrix3.identity
  var magnetometer = Matrix3.identity

  /// Offsets: m/s², rad/s, T.
  var forceBias = Vector3(0.1, -0.15, 0.2)
  var rateBias = Vector3(0.02, -0.015, 0.01)
  var hardIron = Vector3(30e-6, -18e-6, 45e-6)

  /// Soft iron at the magnetometer, body frame.
  var softIron = Matrix3.identity

  /// Accelerations of the hand, m/s².
  var shaking = 0.2

  /// Swings about the three axes, °.
  var swings = (heading: 120.0, pitch: 55.0, roll: 70.0)

  var seconds = 40.0
  var dip = 60.0
  var seed: UInt64 = 1

  /// From the body to the earth: heading, pitch and roll swing with different periods.
  func attitude(_ time: Double) -> Matrix3 {
    func angle(_ size: Double, _ period: Double) -> (cosine: Double, sine: Double) {
      let radians = size * Double.pi / 180 * sin(2 * Double.pi * time / period)
      return (cos(radians), sin(radians))
    }
    let (z, x, y) = (
      angle(swings.heading, 14.3), angle(swings.pitch, 7.9), angle(swings.roll, 5.7)
    )
    let heading = Matrix3(
      rows: Vector3(z.cosine, -z.sine, 0), Vector3(z.sine, z.cosine, 0), Vector3(0, 0, 1))
    let pitch = Matrix3(
      rows: Vector3(1, 0, 0), Vector3(0, x.cosine, -x.sine), Vector3(0, x.sine, x.cosine))
    let roll = Matrix3(
      rows: Vector3(y.cosine, 0, y.sine), Vector3(0, 1, 0), Vector3(-y.sine, 0, y.cosine))
    return heading * pitch * roll
  }

  /// Angular rate of the body, rad/s: ω× = Rᵀ dR/dt.
  func rate(_ time: Double) -> Vector3 {
    let step = 1e-5
    let change = (attitude(time + step) - attitude(time - step)) * (0.5 / step)
    let cross = attitude(time).transposed * change
    return Vector3(cross.rows.z.y, cross.rows.x.z, cross.rows.y.x)
  }

  /// Samples of accelerometer and gyroscope at 100 Hz and of the magnetometer at 40 Hz.
  var events: [SensorEvent] {
    var noise = SeededNormals(seed: seed)
    let down = dip * Double.pi / 180
    let earth = Vector3(0, cos(down), -sin(down)) * 48e-6
    var events: [SensorEvent] = []
    func sample(_ time: Double, _ value: Vector3) -> VectorSample {
      VectorSample(time: BootTime(seconds: 100 + time), value: value)
    }
    for tick in 0..<Int(seconds * 200) {
      let time = Double(tick) * 0.005
      let toBody = attitude(time).transposed
      if tick % 2 == 0 {
        let hand =
          Vector3(sin(9 * time), cos(7.3 * time), sin(11.1 * time + 1)) * shaking
        let force = toBody * (Vector3(0, 0, 9.80665) + hand)
        events.append(
          .acceleration(
            sample(
              time,
              accelerometer.transposed * force + forceBias + noise.normals() * 0.02)))
        events.append(
          .angularRate(
            sample(
              time, gyroscope.transposed * rate(time) + rateBias + noise.normals() * 0.002)))
      }
      if tick % 5 == 3 {
        let field = softIron * (toBody * earth)
        events.append(
          .magneticField(
            sample(time, magnetometer.transposed * field + hardIron + noise.normals() * 0.3e-6)))
      }
    }
    return events
  }
}
