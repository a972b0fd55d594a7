import HeadingGeodesy
public import HeadingGeometry
import RealModule

extension SimulatedHat {
  /// Ground truth at `time`, s since the start.
  public func truth(at time: Double) -> SimulatedTruth {
    let declination = earthField.declination
    let attitude = trajectory.attitude(at: time, declination: declination)
    // From magnetic ENU to true ENU: a clockwise rotation by the declination.
    let toTrue = Quaternion(angle: -declination, axis: Vector3(0, 0, 1))
    let trueToBody = (toTrue * attitude).conjugate
    let gravity = Vector3(0, 0, PhysicalConstants.standardGravity)
    let displacement = trajectory.displacement(at: time)
    let altitude = altitude + displacement.z
    return SimulatedTruth(
      attitude: attitude,
      angularRate: trajectory.angularRate(at: time, declination: declination),
      specificForce: trueToBody * (trajectory.acceleration(at: time) + gravity),
      magneticField: trueToBody * earthField.vector,
      earthField: earthField,
      coordinate: coordinate.moved(east: displacement.x, north: displacement.y),
      altitude: altitude,
      velocity: trajectory.velocity(at: time),
      pressure: StandardAtmosphere.pressure(altitude: altitude)
        ?? PhysicalConstants.standardPressure,
      temperature: Self.temperature(at: time))
  }

  /// Output of a sensor before quantisation, SI, chip axes.
  ///
  /// A scalar sensor's value is x.
  public func reading(of sensor: SimulatedSensor, at time: Double) -> Vector3 {
    reading(of: sensor, at: time, truth: truth(at: time))
  }

  /// Output of a sensor before quantisation, for a given ground truth.
  func reading(of sensor: SimulatedSensor, at time: Double, truth: SimulatedTruth) -> Vector3 {
    let toChip = sensor.mount.matrix.transposed
    let ideal =
      switch sensor.quantity {
      case .magneticField: toChip * iron.applied(to: truth.magneticField)
      case .acceleration: toChip * truth.specificForce
      case .angularRate: toChip * truth.angularRate
      case .pressure: Vector3(truth.pressure, 0, 0)
      case .temperature: Vector3(truth.temperature, 0, 0)
      case .relativeHumidity: Vector3(Self.relativeHumidity, 0, 0)
      }
    let noise = SimulatedNoise(seed: seed)
    let stream = sensor.noiseStream
    let moment = Int64((time * 1e9).rounded())
    func white(_ axis: Int) -> Double {
      sensor.errors.noise * noise.normal(stream: stream, moment: moment, axis: axis)
    }
    let warming = truth.temperature - Self.calibrationTemperature
    let offset = sensor.errors.bias + sensor.errors.drift * warming
    let random =
      sensor.quantity.isVector ? Vector3(white(0), white(1), white(2)) : Vector3(white(0), 0, 0)
    return ideal + offset + random
  }

  /// Reference temperature of the biases, K.
  static let calibrationTemperature = PhysicalConstants.zeroCelsius + 25

  /// Relative humidity of the air, %.
  static let relativeHumidity = 45.0

  /// Temperature of the chips, K: starts at 25 °C and rises by 8 K with a time constant of 300 s.
  static func temperature(at time: Double) -> Double {
    calibrationTemperature + 8 * (1 - Double.exp(-max(time, 0) / 300))
  }
}
