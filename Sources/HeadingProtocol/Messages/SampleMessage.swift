import HeadingGeometry
public import HeadingSensing

/// One reading of a sensor as it goes over the wire: mounted, not calibrated.
///
/// Body frame; µT, m/s², °/s, Pa; other quantities in the unit of their ``QuantityTraits``.
public struct SampleMessage: Sendable, Hashable, Decodable {
  /// `sample`.
  public var kind: String

  /// `magnetometer`, `accelerometer`, `gyroscope` or `barometer`, or the name of another quantity,
  /// such as `relative_humidity`.
  public var sensor: String

  /// Seconds since boot of the sample.
  public var bootTime: Double

  /// [x, y, z], or the single value of a scalar.
  public var values: [Double]

  /// Whether sensors are simulated; `nil` where the server is older than this key.
  public var simulated: Bool?

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case sensor, simulated
    case bootTime = "boot_time"
    case values
  }

  /// The sample of an event; `nil` for events that are none.
  ///
  /// - Parameters:
  ///   - event: What a source delivered.
  ///   - isSimulated: What the sources have said of themselves.
  public init?(_ event: SensorEvent, isSimulated: Bool) {
    switch event {
    case .magneticField(let sample):
      sensor = SensorKind.magnetometer.name
      values = Self.elements(sample.value / PhysicalConstants.microtesla)
    case .acceleration(let sample):
      sensor = SensorKind.accelerometer.name
      values = Self.elements(sample.value)
    case .angularRate(let sample):
      sensor = SensorKind.gyroscope.name
      values = Self.elements(sample.value * Angle(radians: 1).degrees)
    case .pressure(let sample):
      sensor = SensorKind.barometer.name
      values = [sample.value]
    case .quantity(let sample, let quantity):
      sensor = quantity.traits.name
      values = [sample.value]
    default: return nil
    }
    kind = LineClass.sample.rawValue
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
