import HeadingGeometry
public import HeadingSensing

/// One sensor reading in the protocol: mounted, not calibrated.
///
/// Body frame; µT, m/s², °/s, Pa.
public struct SampleMessage: Sendable, Hashable, Decodable {
  /// `sample`.
  public var kind: String

  /// `magnetometer`, `accelerometer`, `gyroscope` or `barometer`.
  public var sensor: String

  /// Time of the sample, seconds since boot.
  public var bootTime: Double

  /// [x, y, z], or the single value of a barometer.
  public var values: [Double]

  /// Whether sensors are simulated; `nil` from a server older than this key.
  public var simulated: Bool?

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case sensor, simulated
    case bootTime = "boot_time"
    case values
  }

  /// Creates the message of a sample event; `nil` for other events.
  ///
  /// - Parameters:
  ///   - event: An event from a source.
  ///   - isSimulated: Whether the sources are simulated.
  public init?(_ event: SensorEvent, isSimulated: Bool) {
    let sensor: SensorKind
    switch event {
    case .magneticField(let sample):
      sensor = .magnetometer
      values = Self.elements(sample.value / PhysicalConstants.microtesla)
    case .acceleration(let sample):
      sensor = .accelerometer
      values = Self.elements(sample.value)
    case .angularRate(let sample):
      sensor = .gyroscope
      values = Self.elements(sample.value * Angle(radians: 1).degrees)
    case .pressure(let sample):
      sensor = .barometer
      values = [sample.value]
    default: return nil
    }
    kind = LineClass.sample.rawValue
    self.sensor = sensor.name
    bootTime = event.time.seconds
    simulated = isSimulated
  }

  private static func elements(_ vector: Vector3) -> [Double] { [vector.x, vector.y, vector.z] }

  /// The message as one line of JSON with its line end.
  public var line: [UInt8] {
    var line = JSONLine(capacity: 160)
    line.add("class", kind)
    line.add("sensor", sensor)
    line.add("boot_time", bootTime)
    line.add("values", values)
    if let simulated { line.add("simulated", simulated) }
    return line.end()
  }
}
