// Estimates attitude and heading from samples: here a board that turns right by 10° a second.

import HeadingEstimation
import HeadingGeometry
import HeadingSensing

/// White noise; sensors whose readings repeat exactly are named as stuck.
func noise(_ size: Double) -> Vector3 {
  Vector3(.random(in: -size...size), .random(in: -size...size), .random(in: -size...size))
}

/// The field of a level board that points to a magnetic heading, T: 47 µT with 60° of inclination.
func field(heading: Angle) -> Vector3 {
  let attitude = Quaternion(angle: -heading, axis: Vector3(0, 0, 1))
  return attitude.conjugate * Vector3(0, 23.5e-6, -40.7e-6)
}

var estimator = OrientationEstimator()
for number in 0..<1000 {
  let time = BootTime(seconds: 1 + Double(number) * 0.01)
  // Two seconds at rest, in which the gyroscope's bias is learned.
  let turned = Angle(degrees: max(0, Double(number) * 0.01 - 2) * 10)
  let rate = Angle(degrees: number > 200 ? -10 : 0).radians
  // Body frame: x right, y forward, z up; rad/s, m/s², T.
  let turning = Vector3(0, 0, rate) + noise(1e-3)
  let force = Vector3(0, 0, 9.806) + noise(0.02)
  let magnetic = field(heading: turned) + noise(3e-7)
  estimator.update(angularRate: VectorSample(time: time, value: turning))
  estimator.update(acceleration: VectorSample(time: time, value: force))
  estimator.update(magneticField: VectorSample(time: time, value: magnetic))
  guard number % 100 == 99 else { continue }
  let estimate = estimator.estimate
  let heading = Heading<MagneticNorth>(AttitudeAngles(estimate.attitude).heading)
  print(
    "\(time.seconds) s: \(heading.degrees)° ±\(estimate.heading68.degrees)°, true \(turned.degrees)°",
    estimate.reasons.names)
}
