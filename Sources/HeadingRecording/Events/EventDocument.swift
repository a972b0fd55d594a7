import HeadingGeometry
import HeadingSensing

/// Recording format of a sensor event, exact so that a replay gives the same bits.
///
/// Times are nanoseconds of boottime; values are SI, angles radians, headings degrees.
struct EventDocument: Codable {
  enum Kind: String, Codable {
    case magneticField = "magnetic_field"
    case acceleration
    case angularRate = "angular_rate"
    case pressure, temperature, load, quantity, heading, fix, status, tick, clock, calibration,
      settings
    case simulated
    case waterSpeed = "water_speed"
    case restoredState = "restored_state"
  }

  var kind: Kind
  var time: Int64
  var sensor: UInt8?
  var state: UInt8?
  var north: String?
  var quantity: String?
  var value: [Double]?
  var numbers: [String: Double]?
  var vectors: [String: [Double]]?

  init(_ event: SensorEvent) {
    time = event.time.nanoseconds
    switch event {
    case .magneticField(let sample):
      kind = .magneticField
      value = Self.elements(sample.value)
    case .acceleration(let sample):
      kind = .acceleration
      value = Self.elements(sample.value)
    case .angularRate(let sample):
      kind = .angularRate
      value = Self.elements(sample.value)
    case .pressure(let sample):
      kind = .pressure
      value = [sample.value]
    case .load(let sample):
      kind = .load
      value = [sample.value]
    case .quantity(let sample, let measured):
      kind = .quantity
      value = [sample.value]
      quantity = measured.traits.name
    case .temperature(let sample, let kindOfSensor):
      kind = .temperature
      value = [sample.value]
      sensor = kindOfSensor.rawValue
    case .heading(let observation):
      kind = .heading
      switch observation.value {
      case .magnetic(let heading):
        north = "magnetic"
        value = [heading.degrees]
      case .geographic(let heading):
        north = "true"
        value = [heading.degrees]
      }
      numbers = observation.accuracy.map { ["accuracy": $0.radians] }
    case .fix(let fix):
      kind = .fix
      numbers = Self.numbers(fix)
    case .waterSpeed(let sample):
      kind = .waterSpeed
      value = [sample.value]
      quantity = sample.source == .unknown ? nil : sample.source.name
    case .status(let status):
      kind = .status
      sensor = status.sensor.rawValue
      state = status.state.rawValue
    case .tick: kind = .tick
    case .clock(let relation):
      kind = .clock
      value = [relation.universalTime.secondsSince1970]
      state = Self.trusts.firstIndex(of: relation.trust).map { UInt8($0) }
    case .calibration(_, let parameters):
      kind = .calibration
      guard let parameters else { return }
      numbers = Self.numbers(parameters)
      vectors = Self.vectors(parameters)
    case .settings(_, let settings):
      kind = .settings
      numbers = Self.compact([
        "latitude": settings.fixedCoordinate?.latitude,
        "longitude": settings.fixedCoordinate?.longitude, "altitude": settings.fixedAltitude,
        "sea_level_pressure": settings.seaLevelPressure,
        "extrapolates_magnetic_model": settings.extrapolatesMagneticModel ? 1 : nil,
        "model_date": settings.modelDate?.secondsSince1970, "fix_latency": settings.fixLatency,
        "coasting_limit": settings.coastingLimit, "gyroscope_bias": settings.gyroscopeBias,
      ])
      state = settings.motion.rawValue
      value = Self.elements(settings.antennaLeverArm)
      vectors = settings.heavePoint.map { ["heave_point": Self.elements($0)] }
    case .restoredState(_, let restored):
      kind = .restoredState
      numbers = Self.numbers(restored)
      vectors = Self.vectors(restored)
    case .simulated(_, let isOn):
      kind = .simulated
      state = isOn ? 1 : 0
    }
  }

  static let trusts: [ClockRelation.Trust] = [.none, .synchronized, .gnss, .given]

  static func elements(_ vector: Vector3) -> [Double] { [vector.x, vector.y, vector.z] }

  static func elements(_ matrix: Matrix3) -> [Double] {
    let rows = matrix.rows
    return elements(rows.x) + elements(rows.y) + elements(rows.z)
  }

  static func compact(_ values: [String: Double?]) -> [String: Double] {
    values.compactMapValues { $0 }
  }
}
