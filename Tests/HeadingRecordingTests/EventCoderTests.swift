import HeadingGeometry
import HeadingRecording
import HeadingSensing
import Testing

/// Exact encoding of events, and refusal of invalid ones.
struct EventCoderTests {
  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
      preconditionFailure("\(latitude), \(longitude) is no place")
    }
    return place
  }

  private static let events: [SensorEvent] = {
    let time = BootTime(nanoseconds: 123_456_789_012_345)
    var fix = Fix(time: time, coordinate: place(47.1, -8.9))
    fix.universalTime = UniversalTime(secondsSince1970: 1.7e9 + 0.123456789)
    fix.altitude = 1.0 / 3
    fix.speed = 0.1
    fix.course = Heading(degrees: 359.999999)
    fix.courseAccuracy = Angle(degrees: 1.1)
    var calibration = CalibrationParameters()
    calibration.hardIron = Vector3(1e-5 / 3, -2e-5, Double.leastNonzeroMagnitude)
    calibration.headingError = Angle(degrees: 0.7)
    calibration.headingErrorTilt45 = Angle(degrees: 1.7)
    calibration.origin.created = UniversalTime(secondsSince1970: 1.6e9)
    calibration.origin.temperatures = 280.5...310.25
    calibration.origin.coordinate = Coordinate(latitude: 1, longitude: 2)
    calibration.load = LoadEffect(field: Vector3(1e-7 / 3, 0, -2e-7), delay: 0.3, range: -1.5...20)
    calibration.temperature = TemperatureEffect(field: Vector3(1e-8 / 3, 0, -2e-8), reference: 290)
    calibration.deviation = DeviationCoefficients(
      a: Angle(degrees: 1), b: Angle(degrees: -4), c: Angle(degrees: 2.5), d: .zero,
      e: Angle(degrees: -0.5))
    var settings = EngineSettings()
    settings.fixedCoordinate = Coordinate(latitude: -90, longitude: 180)
    settings.seaLevelPressure = 101_300.7
    settings.fixedAltitude = -3.5
    settings.extrapolatesMagneticModel = true
    settings.motion = .forward
    settings.antennaLeverArm = Vector3(0.1, -0.2, 1.0 / 3)
    settings.fixLatency = 0.1
    settings.coastingLimit = 20
    settings.gyroscopeBias = 0.01
    settings.heavePoint = Vector3(0.5, 3, -1.0 / 3)
    settings.modelDate = UniversalTime(secondsSince1970: 1.7e9)
    var state = RestoredState()
    state.gyroscopeBias = Vector3(0.1, 0.2, 0.3)
    state.attitude = Quaternion(w: 0.1, x: 0.7, y: -0.7, z: 0.1)
    state.inclination = Angle(degrees: 64)
    state.gyroscopeBiasAccuracy = 1e-4
    state.gyroscopeTemperature = 300.5
    state.gyroscopeBiasSlope = Vector3(1e-6, 2e-6, 0)
    state.fieldStrength = 4.8e-5
    state.headingDeviation = Angle(degrees: 2)
    state.magneticField = Vector3(1e-5, 0, 1e-5)
    return [
      .magneticField(VectorSample(time: time, value: Vector3(1e-5 / 3, -0.0, 4.9e-5))),
      .acceleration(VectorSample(time: time, value: Vector3(0.1 + 0.2, 9.80665, .pi))),
      .angularRate(
        VectorSample(time: time, value: Vector3(.infinity, -.infinity, 1.7976931348623157e308))),
      .pressure(ScalarSample(time: time, value: 101_325.000001)),
      .load(ScalarSample(time: time, value: -12.3)),
      .quantity(ScalarSample(time: time, value: 45.2), .relativeHumidity),
      .temperature(ScalarSample(time: time, value: 293.15), of: .gyroscope),
      .heading(
        HeadingObservation(
          time: time, value: .magnetic(Heading(degrees: 12.3)), accuracy: Angle(degrees: 5))),
      .heading(
        HeadingObservation(time: time, value: .geographic(Heading(degrees: 0)), accuracy: nil)),
      .fix(fix), .fix(Fix(time: time, coordinate: place(0, 0))),
      .waterSpeed(WaterSpeedSample(time: time, value: 0.1 + 0.2, source: .paddleWheel)),
      .waterSpeed(WaterSpeedSample(time: time, value: -2.5)),
      .status(SensorStatus(time: time, sensor: .gnss, state: .failed)),
      .status(SensorStatus(time: time, sensor: .gnss, state: .silent)), .tick(time),
      .clock(
        ClockRelation(
          bootTime: time, universalTime: UniversalTime(secondsSince1970: 1.7e9 + 0.1),
          trust: .gnss)),
      .calibration(time, calibration), .calibration(time, nil),
      .calibration(time, CalibrationParameters()), .settings(time, settings),
      .settings(time, EngineSettings()), .restoredState(time, state),
      .restoredState(time, RestoredState()), .simulated(time, true), .simulated(time, false),
    ]
  }()

  @Test(arguments: events)
  func `an event is restored exactly`(event: SensorEvent) throws {
    let coder = EventCoder()
    let read = try coder.event(try coder.data(event))
    #expect(read == event)
    // Equality ignores the sign of zero.
    #expect("\(read)" == "\(event)")
  }

  @Test func `every property of the engine's configuration is recorded`() {
    // A new property of these must be added to the recording, and then here.
    #expect(Mirror(reflecting: EngineSettings()).children.count == 11)
    #expect(Mirror(reflecting: CalibrationParameters()).children.count == 12)
    #expect(Mirror(reflecting: CalibrationOrigin()).children.count == 5)
    #expect(Mirror(reflecting: RestoredState()).children.count == 9)
    let fix = Coordinate(latitude: 0, longitude: 0).map {
      Fix(time: BootTime(nanoseconds: 0), coordinate: $0)
    }
    #expect(fix.map { Mirror(reflecting: $0).children.count } == 12)
  }

  @Test func `NaN is restored as NaN`() throws {
    let coder = EventCoder()
    let event = SensorEvent.pressure(
      ScalarSample(time: BootTime(nanoseconds: 1), value: .nan))
    guard case .pressure(let sample) = try coder.event(try coder.data(event)) else {
      Issue.record("no pressure")
      return
    }
    #expect(sample.value.isNaN)
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"kind":"tick"}"#, #"{"kind":"dance","time":1}"#,
    #"{"kind":"acceleration","time":1,"value":[1,2]}"#, #"{"kind":"fix","time":1}"#,
    #"{"kind":"pressure","time":1,"value":[]}"#,
    #"{"kind":"status","time":1,"sensor":99,"state":0}"#,
    #"{"kind":"clock","time":1,"value":[1],"state":9}"#, #"{"kind":"tick","time":1e300}"#,
    #"{"kind":"calibration","time":1,"vectors":{"hard_iron":[1]}}"#,
  ])
  func `an invalid event is refused`(text: String) {
    #expect(throws: (any Error).self) { try EventCoder().event(Array(text.utf8)) }
  }
}
