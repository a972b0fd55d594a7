import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSimulation

/// An engine with the solutions it gave.
struct EngineRun: ~Copyable {
  var engine = HeadingEngine()
  var solutions: [HeadingSolution] = []

  /// The newest solution; one in which everything is missing before the first.
  var last: HeadingSolution {
    solutions.last ?? HeadingSolution(time: BootTime(nanoseconds: 0), missing: .starting)
  }

  mutating func feed(_ event: SensorEvent) {
    if let solution = engine.process(event) { solutions.append(solution) }
  }

  /// Feeds events, each as the transformation leaves it.
  mutating func feed(
    _ events: some Sequence<SensorEvent>, _ transform: (SensorEvent) -> SensorEvent? = { $0 }
  ) {
    for event in events { if let event = transform(event) { feed(event) } }
  }
}

/// A simulated hat that lies or turns as asked.
func simulatedHat(
  heading: Double = 0, pitch: Double = 0, roll: Double = 0, turning rate: Double? = nil,
  iron: IronDistortion = .typical, latitude: Double = 37.7749, longitude: Double = -122.4194,
  date: UniversalTime = UniversalTime(year: 2026, month: 7, day: 1),
  board: SimulatedBoard = .hat
) -> SimulatedHat {
  let trajectory: Trajectory =
    if let rate {
      .turning(
        ratePerSecond: Angle(degrees: rate), pitch: Angle(degrees: pitch),
        roll: Angle(degrees: roll))
    } else {
      .still(
        AttitudeAngles(
          heading: Angle(degrees: heading), pitch: Angle(degrees: pitch), roll: Angle(degrees: roll)
        ))
    }
  return SimulatedHat(
    sensors: board.sensors, trajectory: trajectory, iron: iron,
    coordinate: Coordinate(latitude: latitude, longitude: longitude)
      ?? Scenario.all[0].coordinate,
    altitude: 52, startTime: date)
}

extension SensorEvent {
  /// The kind of sensor a sample or a status is of.
  var sensor: SensorKind? {
    switch self {
    case .magneticField: .magnetometer
    case .acceleration: .accelerometer
    case .angularRate: .gyroscope
    case .pressure: .barometer
    case .fix: .gnss
    case .status(let status): status.sensor
    default: nil
    }
  }

  /// The event on a machine without a kind of sensor.
  func without(_ kind: SensorKind) -> SensorEvent? {
    guard sensor == kind else { return self }
    guard case .status(var status) = self else { return nil }
    status.state = .absent
    return .status(status)
  }
}

/// The distance of two headings by the shorter way, degrees; a half turn if one is missing.
func distance<North>(_ one: Heading<North>?, _ other: Heading<North>?) -> Double {
  guard let one, let other else { return 180 }
  return abs(one.turn(from: other).degrees)
}
