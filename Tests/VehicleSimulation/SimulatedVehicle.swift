import HeadingGeodesy
public import HeadingGeometry
public import HeadingSensing
import RealModule

/// A simulated vehicle with sensors, a receiver and ground truth.
///
/// Equal kind, seed and errors give equal events, bit for bit.
public struct SimulatedVehicle: Sendable, Hashable {
  /// Kind of vehicle.
  public var kind: VehicleKind

  /// Seed of the path and the errors.
  public var seed: UInt64

  /// Errors of the sensors and the receiver.
  public var errors = VehicleErrors()

  /// Rate of the fixes, Hz.
  public var fixRate = 5.0

  /// Intervals without fixes, s.
  public var gaps: [ClosedRange<Double>] = []

  /// Time from which a car drives straight, s, without stops in the whole run; `nil` for never.
  public var straightFrom: Double?

  /// Whether there is a magnetometer.
  public var hasMagnetometer = true

  /// Initial position.
  public var coordinate: Coordinate

  /// Initial height above mean sea level, m.
  public var altitude = 420.0

  /// The UTC at time 0.
  public var startTime = UniversalTime(year: 2026, month: 7, day: 1)

  /// Makes a vehicle; the rover's motors disturb the field by 6 µT.
  public init(kind: VehicleKind, seed: UInt64) {
    self.kind = kind
    self.seed = seed
    coordinate = .clamped(latitude: 47.4, longitude: 8.5)
    if kind == .rover { errors.motorField = 6e-6 }
  }

  /// Events in order of arrival, and the ground truth at each angular rate.
  public func recording(seconds: Double) -> (events: [SensorEvent], truth: [VehicleTruth]) {
    var recorder = VehicleRecorder(self)
    while recorder.time < seconds { recorder.step() }
    return (recorder.events, recorder.truth)
  }
}
