// Calibrates a magnetometer from samples: here a simulated one with known hard iron, turned through all directions.

import HeadingCalibration
import HeadingGeometry
import HeadingSensing

/// East, magnetic north, up: 47 µT with 60° of inclination.
let earth = Vector3(0, 23.5e-6, -40.7e-6)
let hardIron = Vector3(12e-6, -8e-6, 20e-6)

// One sample for each reading of the magnetometer; body frame, T, m/s².
let samples = (0..<600).map { number in
  // A spiral over the sphere: each attitude turns the axis of the spiral's point up.
  let height = 1 - 2 * (Double(number) + 0.5) / 600
  let turn = Quaternion(angle: Angle(radians: Double(number) * 2.4), axis: Vector3(0, 0, 1))
  let tilt = Quaternion(angle: Angle(degrees: 90 - 90 * height), axis: Vector3(1, 0, 0))
  let body = (turn * tilt).conjugate
  return CalibrationSample(
    time: BootTime(seconds: Double(number) * 0.05), field: body * earth + hardIron,
    specificForce: body * Vector3(0, 0, 9.806))
}

// What the magnetic model says of the place; without it the field's strength stays open.
var knowledge = CalibrationPriors()
knowledge.fieldStrength = earth.length
knowledge.inclination = Angle(degrees: 60)

let result = MagneticCalibrator().fit(samples, knowledge: knowledge)
guard result.isAccepted else { fatalError("refused: \(result.reasons)") }
let found = result.parameters.hardIron / PhysicalConstants.microtesla
print("hard iron \(found.x) \(found.y) \(found.z) µT; it is 12 -8 20 µT")
print("quality \(result.quality), from \(result.samplesUsed) samples")
print("heading error, level: ±\(result.parameters.headingError?.degrees ?? .nan)°")

// The corrected field: soft iron · (raw − hard iron).
let corrected = result.parameters.softIron * (samples[0].field - result.parameters.hardIron)
print("strength \(corrected.length / PhysicalConstants.microtesla) µT; it is 47 µT")
