import HeadingGeodesy
public import HeadingGeometry
public import HeadingSensing
import RealModule

/// A vehicle that moves as its kind does, with sensors and a receiver, and the truth beside them.
///
/// The same kind, seed and errors give the same events, bit for bit.
public struct SimulatedVehicle: Sendable, Hashable {
  /// What moves.
  public var kind: VehicleKind

  /// What distinguishes one run from another.
  public var seed: UInt64

  /// What the sensors get wrong.
  public var errors = VehicleErrors()

  /// Fixes a second.
  public var fixRate = 5.0

  /// Times, s, in which no fix arrives.
  public var gaps: [ClosedRange<Double>] = []

  /// From this time on, s, a car goes straight on, without stops at all; `nil` for never.
  public var straightFrom: Double?

  /// Whether there is a magnetometer.
  public var hasMagnetometer = true

  /// Where it starts.
  public var coordinate: Coordinate

  /// Height above mean sea level at the start, m.
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

  /// Events in the order of arrival and, at each angular rate, the truth.
  public func recording(seconds: Double) -> (events: [SensorEvent], truth: [VehicleTruth]) {
    var recorder = VehicleRecorder(self)
    while recorder.time < seconds { recorder.step() }
    return (recorder.events, recorder.truth)
  }
}
