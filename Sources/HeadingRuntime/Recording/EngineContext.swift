import HeadingSensing

/// The last event of each kind that configures the engine, for a recording that starts in mid-run.
struct EngineContext: Sendable {
  private var simulated: SensorEvent?
  private var settings: SensorEvent?
  private var calibration: SensorEvent?
  private var statuses: [SensorKind: SensorEvent] = [:]

  /// The events that give another engine the same configuration.
  ///
  /// - Parameter clock: The relation that the engine uses; of those it is given it refuses some.
  /// - Returns: Nothing before the first event.
  func events(clock: ClockRelation?) -> [SensorEvent] {
    [simulated, settings, calibration, clock.map { .clock($0) }].compactMap { $0 }
      + statuses.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
  }

  mutating func note(_ event: SensorEvent) {
    switch event {
    case .simulated: simulated = event
    case .settings: settings = event
    case .calibration: calibration = event
    case .status(let status): statuses[status.sensor] = event
    default: break
    }
  }
}
