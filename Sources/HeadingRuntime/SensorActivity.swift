public import HeadingSensing

/// Counts, rates and states of the sensors since the service started: for status, metrics and
/// watchdog.
public struct SensorActivity: Sendable, Hashable {
  /// Activity of one sensor.
  public struct Entry: Sendable, Hashable {
    /// Samples, observations or fixes.
    public internal(set) var count: UInt64 = 0

    /// Time stamp of the newest; `nil` before the first.
    public internal(set) var newest: BootTime?

    /// Samples per second, averaged over about the last 32; `nil` before the second.
    public internal(set) var rate: Double?

    /// The sensor's temperature, K; `nil` if it reports none.
    public internal(set) var temperature: Double?

    /// The state that its source last reported.
    public internal(set) var state: SensorStatus.State?

    private var interval: Double?

    mutating func note(_ time: BootTime) {
      count += 1
      if let newest, time > newest {
        let step = time.seconds(since: newest)
        let mean = interval.map { $0 + (step - $0) / 32 } ?? step
        interval = mean
        rate = 1 / mean
      }
      newest = time
    }
  }

  private var entries = [Entry](repeating: Entry(), count: SensorKind.allCases.count)

  /// Activity of one sensor.
  public subscript(sensor: SensorKind) -> Entry { entries[Int(sensor.rawValue)] }

  /// Number of samples of the sensors used for the heading.
  public var motionCount: UInt64 { Self.motion.reduce(0) { $0 + self[$1].count } }

  /// Time stamp of the newest sample of the sensors used for the heading.
  public var newestMotion: BootTime? { Self.motion.compactMap { self[$0].newest }.max() }

  private static let motion: [SensorKind] = [
    .magnetometer, .accelerometer, .gyroscope, .compass,
  ]

  mutating func note(_ event: SensorEvent) {
    switch event {
    case .magneticField(let sample): note(.magnetometer, sample.time)
    case .acceleration(let sample): note(.accelerometer, sample.time)
    case .angularRate(let sample): note(.gyroscope, sample.time)
    case .pressure(let sample): note(.barometer, sample.time)
    case .heading(let observation): note(.compass, observation.time)
    case .fix(let fix): note(.gnss, fix.time)
    case .temperature(let sample, let sensor):
      entries[Int(sensor.rawValue)].temperature = sample.value
    case .status(let status): entries[Int(status.sensor.rawValue)].state = status.state
    case .load, .quantity, .waterSpeed, .tick, .clock, .calibration, .settings, .restoredState,
      .simulated:
      break
    }
  }

  private mutating func note(_ sensor: SensorKind, _ time: BootTime) {
    entries[Int(sensor.rawValue)].note(time)
  }
}
