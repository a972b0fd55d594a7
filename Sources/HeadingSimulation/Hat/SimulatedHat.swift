public import HeadingGeometry
public import HeadingSensing
import RealModule

/// A hat of sensors that exists only as arithmetic: where it is, how it moves, what its chips get wrong.
///
/// Everything is a pure function of the time since the start in seconds and of the seed: the same
/// moment always gives the same sample, in any order and on any thread.
public struct SimulatedHat: Sendable, Hashable {
  /// Where it starts.
  public var coordinate: Coordinate

  /// Height of the start above mean sea level, m.
  public var altitude: Double

  /// The UTC at time 0.
  public var startTime: UniversalTime

  /// The magnetic field at the place.
  public var earthField: EarthField

  /// How it moves.
  public var trajectory: Trajectory

  /// What its iron does to the magnetometers.
  public var iron: IronDistortion

  /// Its sensors; two of a kind are two chips.
  public var sensors: [SimulatedSensor]

  /// What distinguishes the noise of one run from that of another.
  public var seed: UInt64

  /// Makes a hat; the magnetic field follows from place and date.
  public init(
    sensors: [SimulatedSensor], trajectory: Trajectory, iron: IronDistortion = .typical,
    coordinate: Coordinate, altitude: Double, startTime: UniversalTime, seed: UInt64 = 1
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.startTime = startTime
    earthField = EarthField(at: coordinate, altitude: altitude, time: startTime)
    self.trajectory = trajectory
    self.iron = iron
    self.sensors = sensors
    self.seed = seed
  }

  /// The first sensor of a kind.
  public func sensor(_ quantity: SimulatedQuantity) -> SimulatedSensor? {
    sensors.first { $0.quantity == quantity }
  }

  /// The profile that undoes the iron and the biases of the first sensor of each kind at 25 °C exactly.
  public var calibration: CalibrationParameters {
    var parameters = iron.calibration
    if let magnetometer = sensor(.magneticField) {
      parameters.hardIron += magnetometer.mount * magnetometer.errors.bias
    }
    if let accelerometer = sensor(.acceleration) {
      parameters.accelerometerBias = accelerometer.mount * accelerometer.errors.bias
    }
    if let gyroscope = sensor(.angularRate) {
      parameters.gyroscopeBias = gyroscope.mount * gyroscope.errors.bias
    }
    parameters.headingError = Angle(degrees: 0.3)
    return parameters
  }
}
