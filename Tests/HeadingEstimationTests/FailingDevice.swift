import HeadingEstimation
import HeadingGeometry
import HeadingSensing

/// A device that lies still for two seconds and then turns level to the right, and whose sensors
/// fail as asked.
struct FailingDevice {
  /// The fault of a sensor.
  enum Sensor { case works, isGone, hangs, saysZero, isAtRail }

  /// The error of an estimate.
  struct Error {
    var time: Double
    var heading: Double
    var bound68: Double
    var bound95: Double
    var reasons: Reasons
    var isWithin: Bool { abs(heading) <= bound95 }
  }

  /// The turn, °/s, and until when, s.
  var rate: Double
  var turnEnd = Double.infinity
  var gyroscope: (Double) -> Sensor = { _ in .works }
  var accelerometer: (Double) -> Sensor = { _ in .works }
  var magnetometer: (Double) -> Sensor = { _ in .works }
  private var device = SimulatedDevice(seed: 12)

  init(
    rate: Double, turnEnd: Double = .infinity,
    gyroscope: @escaping (Double) -> Sensor = { _ in .works },
    accelerometer: @escaping (Double) -> Sensor = { _ in .works },
    magnetometer: @escaping (Double) -> Sensor = { _ in .works }
  ) {
    self.rate = rate
    self.turnEnd = turnEnd
    self.gyroscope = gyroscope
    self.accelerometer = accelerometer
    self.magnetometer = magnetometer
  }

  private func heading(at time: Double) -> Double { rate * max(0, min(time, turnEnd) - 2) }

  /// Runs for `seconds` at 100 Hz.
  mutating func run(_ seconds: Double, hasLocationUpdates: Bool = false) -> [Error] {
    var estimator = OrientationEstimator()
    if hasLocationUpdates {
      estimator.setReferenceField(
        strength: (20e-6 * 20e-6 + 40e-6 * 40e-6).squareRoot(),
        inclination: Angle(degrees: 63.435))
    }
    var errors: [Error] = []
    var heldRate: Vector3?
    var heldForce: Vector3?
    var heldField: Vector3?
    for step in 0..<Int(seconds * 100) {
      let time = Double(step) / 100
      let moment = BootTime(seconds: time)
      let truth = Quaternion(
        angle: Angle(degrees: -heading(at: time)), axis: Vector3(0, 0, 1))
      let turning = time >= 2 && time < turnEnd ? rate : 0
      let turn = Vector3(0, 0, -Angle(degrees: turning).radians) + device.noise(0.001)
      let force = Vector3(0, 0, 9.81) + device.noise(0.02)
      let field = truth.conjugate * Vector3(0, 20e-6, -40e-6) + device.noise(0.3e-6)
      if let value = Self.reading(gyroscope(time), turn, held: &heldRate, rail: 35) {
        estimator.update(angularRate: VectorSample(time: moment, value: value))
      }
      if let value = Self.reading(accelerometer(time), force, held: &heldForce, rail: 160) {
        estimator.update(acceleration: VectorSample(time: moment, value: value))
      }
      if let value = Self.reading(magnetometer(time), field, held: &heldField, rail: 1e-3) {
        estimator.update(magneticField: VectorSample(time: moment, value: value))
      }
      let estimate = estimator.estimate
      guard estimate.hasNorth, time > 1 else { continue }
      let wrong = estimate.attitude * truth.conjugate
      errors.append(
        Error(
          time: time, heading: wrong.rotationVector.z * 180 / .pi,
          bound68: estimate.heading68.degrees, bound95: estimate.heading95.degrees,
          reasons: estimate.reasons))
    }
    return errors
  }

  private static func reading(
    _ sensor: Sensor, _ value: Vector3, held: inout Vector3?, rail: Double
  ) -> Vector3? {
    switch sensor {
    case .works: held = value
    case .isGone: return nil
    case .hangs: return held
    case .saysZero: return .zero
    case .isAtRail: return Vector3(repeating: rail)
    }
    return value
  }
}

extension [FailingDevice.Error] {
  /// How many lie beyond their 95 % bound, from a moment on.
  func beyond(from time: Double = 0) -> Int {
    reduce(0) { $0 + ($1.time >= time && !$1.isWithin ? 1 : 0) }
  }

  /// The largest error, °, from a moment on.
  func worst(from time: Double = 0) -> Double {
    reduce(0) { $1.time >= time ? Swift.max($0, abs($1.heading)) : $0 }
  }
}
