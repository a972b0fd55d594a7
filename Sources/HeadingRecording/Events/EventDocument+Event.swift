import HeadingGeometry
import HeadingSensing

extension EventDocument {
  /// The event; `nil` if a required value is missing.
  var event: SensorEvent? {
    let moment = BootTime(nanoseconds: time)
    switch kind {
    case .magneticField: return vectorSample.map { .magneticField($0) }
    case .acceleration: return vectorSample.map { .acceleration($0) }
    case .angularRate: return vectorSample.map { .angularRate($0) }
    case .pressure: return scalar.map { .pressure(ScalarSample(time: moment, value: $0)) }
    case .load: return scalar.map { .load(ScalarSample(time: moment, value: $0)) }
    case .quantity:
      guard let scalar, let quantity = quantity.flatMap(ScalarQuantity.init(name:)) else {
        return nil
      }
      return .quantity(ScalarSample(time: moment, value: scalar), quantity)
    case .temperature:
      guard let scalar, let kind = sensor.flatMap(SensorKind.init) else { return nil }
      return .temperature(ScalarSample(time: moment, value: scalar), of: kind)
    case .heading: return heading.map { .heading($0) }
    case .fix: return fix.map { .fix($0) }
    case .waterSpeed:
      let source = WaterSpeedSample.Source.allCases.first { $0.name == quantity }
      return scalar.map {
        .waterSpeed(WaterSpeedSample(time: moment, value: $0, source: source ?? .unknown))
      }
    case .status:
      guard let kind = sensor.flatMap(SensorKind.init),
        let state = state.flatMap(SensorStatus.State.init)
      else { return nil }
      return .status(SensorStatus(time: moment, sensor: kind, state: state))
    case .tick: return .tick(moment)
    case .clock:
      guard let scalar, let state, Int(state) < Self.trusts.count else { return nil }
      return .clock(
        ClockRelation(
          bootTime: moment, universalTime: UniversalTime(secondsSince1970: scalar),
          trust: Self.trusts[Int(state)]))
    case .calibration:
      if vectors == nil { return .calibration(moment, nil) }
      return calibration.map { .calibration(moment, $0) }
    case .settings:
      var settings = EngineSettings()
      settings.fixedCoordinate = coordinate
      settings.fixedAltitude = numbers?["altitude"]
      settings.seaLevelPressure = numbers?["sea_level_pressure"]
      settings.extrapolatesMagneticModel = numbers?["extrapolates_magnetic_model"] == 1
      settings.modelDate = numbers?["model_date"].map { UniversalTime(secondsSince1970: $0) }
      settings.motion = state.flatMap(MotionConstraint.init) ?? settings.motion
      settings.antennaLeverArm = Self.vector(value) ?? settings.antennaLeverArm
      settings.fixLatency = numbers?["fix_latency"] ?? settings.fixLatency
      settings.coastingLimit = numbers?["coasting_limit"] ?? settings.coastingLimit
      // Recordings without it are of releases that took every gyroscope for compensated.
      settings.gyroscopeBias =
        numbers?["gyroscope_bias"] ?? EngineSettings.compensatedGyroscopeBias
      settings.heavePoint = Self.vector(vectors?["heave_point"])
      return .settings(moment, settings)
    case .restoredState: return .restoredState(moment, restored)
    case .simulated: return state.map { .simulated(moment, $0 != 0) }
    }
  }

  private var scalar: Double? { value?.count == 1 ? value?.first : nil }

  private var vectorSample: VectorSample? {
    guard let vector = Self.vector(value) else { return nil }
    return VectorSample(time: BootTime(nanoseconds: time), value: vector)
  }

  private var coordinate: Coordinate? {
    guard let latitude = numbers?["latitude"], let longitude = numbers?["longitude"] else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private var heading: HeadingObservation? {
    guard let scalar else { return nil }
    let value: HeadingObservation.Value
    switch north {
    case "magnetic": value = .magnetic(Heading(degrees: scalar))
    case "true": value = .geographic(Heading(degrees: scalar))
    default: return nil
    }
    return HeadingObservation(
      time: BootTime(nanoseconds: time), value: value, accuracy: angle("accuracy"))
  }

  private var fix: Fix? {
    guard let coordinate, let numbers else { return nil }
    var fix = Fix(time: BootTime(nanoseconds: time), coordinate: coordinate)
    fix.universalTime = numbers["utc"].map { UniversalTime(secondsSince1970: $0) }
    fix.altitude = numbers["altitude"]
    fix.ellipsoidalAltitude = numbers["ellipsoidal_altitude"]
    fix.horizontalAccuracy = numbers["horizontal_accuracy"]
    fix.verticalAccuracy = numbers["vertical_accuracy"]
    fix.speed = numbers["speed"]
    fix.speedAccuracy = numbers["speed_accuracy"]
    fix.course = numbers["course"].map { Heading(degrees: $0) }
    fix.courseAccuracy = angle("course_accuracy")
    fix.climbRate = numbers["climb_rate"]
    return fix
  }

  private var calibration: CalibrationParameters? {
    guard let hardIron = Self.vector(vectors?["hard_iron"]),
      let softIron = Self.matrix(vectors?["soft_iron"]),
      let accelerometerBias = Self.vector(vectors?["accelerometer_bias"]),
      let accelerometerScale = Self.matrix(vectors?["accelerometer_scale"]),
      let gyroscopeBias = Self.vector(vectors?["gyroscope_bias"])
    else { return nil }
    var parameters = CalibrationParameters()
    parameters.hardIron = hardIron
    parameters.softIron = softIron
    parameters.accelerometerBias = accelerometerBias
    parameters.accelerometerScale = accelerometerScale
    parameters.gyroscopeBias = gyroscopeBias
    parameters.headingError = angle("heading_error")
    parameters.headingErrorTilt20 = angle("heading_error_tilt_20")
    parameters.headingErrorTilt45 = angle("heading_error_tilt_45")
    parameters.origin.created = numbers?["created"].map { UniversalTime(secondsSince1970: $0) }
    parameters.origin.coordinate = coordinate
    parameters.origin.fieldStrength = numbers?["field_strength"]
    parameters.origin.inclination = angle("inclination")
    if let coldest = numbers?["coldest"], let warmest = numbers?["warmest"], coldest <= warmest {
      parameters.origin.temperatures = coldest...warmest
    }
    if let angles = vectors?["deviation"]?.map({ Angle(radians: $0) }), angles.count == 5 {
      parameters.deviation = DeviationCoefficients(
        a: angles[0], b: angles[1], c: angles[2], d: angles[3], e: angles[4])
    }
    if let field = Self.vector(vectors?["load_field"]), let delay = numbers?["load_delay"],
      let least = numbers?["least_load"], let most = numbers?["most_load"], least <= most
    {
      parameters.load = LoadEffect(field: field, delay: delay, range: least...most)
    }
    if let field = Self.vector(vectors?["temperature_field"]),
      let reference = numbers?["reference_temperature"]
    {
      parameters.temperature = TemperatureEffect(field: field, reference: reference)
    }
    return parameters
  }

  private var restored: RestoredState {
    var state = RestoredState()
    state.gyroscopeBias = Self.vector(vectors?["gyroscope_bias"])
    state.gyroscopeBiasAccuracy = numbers?["gyroscope_bias_accuracy"]
    state.fieldStrength = numbers?["field_strength"]
    state.inclination = angle("inclination")
    state.magneticField = Self.vector(vectors?["magnetic_field"])
    state.gyroscopeTemperature = numbers?["gyroscope_temperature"]
    state.gyroscopeBiasSlope = Self.vector(vectors?["gyroscope_bias_slope"])
    state.headingDeviation = angle("heading_deviation")
    if let parts = vectors?["attitude"], parts.count == 4 {
      state.attitude = Quaternion(w: parts[0], x: parts[1], y: parts[2], z: parts[3])
    }
    return state
  }

  private func angle(_ name: String) -> Angle? { numbers?[name].map { Angle(radians: $0) } }

  private static func vector(_ elements: [Double]?) -> Vector3? {
    guard let elements, elements.count == 3 else { return nil }
    return Vector3(elements[0], elements[1], elements[2])
  }

  private static func matrix(_ elements: [Double]?) -> Matrix3? {
    guard let elements, elements.count == 9,
      let first = vector(Array(elements[0..<3])), let second = vector(Array(elements[3..<6])),
      let third = vector(Array(elements[6..<9]))
    else { return nil }
    return Matrix3(rows: first, second, third)
  }
}
