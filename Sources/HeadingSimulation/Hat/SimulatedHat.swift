public import HeadingGeometry
public import HeadingSensing
import RealModule

/// Simulated sensor board (Raspberry Pi hat): position, motion, iron and sensor errors.
///
/// All values are pure functions of the time since the start, s, and the seed: the same time gives
/// the same sample in any order and on any thread.
public struct SimulatedHat: Sendable, Hashable {
  /// Initial position.
  public var coordinate: Coordinate

  /// Initial height above mean sea level, m.
  public var altitude: Double

  /// The UTC at time 0.
  public var startTime: UniversalTime

  /// The Earth's magnetic field at the position.
  public var earthField: EarthField

  /// How it moves.
  public var trajectory: Trajectory

  /// Hard and soft iron at the magnetometers.
  public var iron: IronDistortion

  /// Its sensors; two of a kind are on two chips.
  public var sensors: [SimulatedSensor]

  /// Seed of the noise.
  public var seed: UInt64

  /// Creates a board; the magnetic field follows from position and date.
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

  /// The calibration that removes the iron and, at 25 °C, the biases of the first sensor of each
  /// kind exactly.
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
