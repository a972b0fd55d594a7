/// Everything that changes the solution, in one type: a recording of events reproduces it bit for bit.
///
/// What is large and comes seldom is held indirectly: an event of a sensor is copied some thousand times a second.
public enum SensorEvent: Sendable, Hashable {
  /// Magnetic flux density, T.
  case magneticField(VectorSample)

  /// Specific force, m/s²; +g along up at rest.
  case acceleration(VectorSample)

  /// Angular rate, rad/s.
  case angularRate(VectorSample)

  /// Absolute pressure, Pa.
  case pressure(ScalarSample)

  /// A sensor's temperature, K.
  case temperature(ScalarSample, of: SensorKind)

  /// A vehicle's current, voltage, throttle or the like, in its own unit, which may move the field.
  case load(ScalarSample)

  /// A heading from elsewhere.
  case heading(HeadingObservation)

  /// A position from a satellite receiver.
  case fix(Fix)

  /// A sensor came, went or failed.
  case status(SensorStatus)

  /// Time passed; sent about ten times a second so that silence is noticed.
  case tick(BootTime)

  /// The relation of boottime to UTC became known or changed.
  case clock(ClockRelation)

  /// A calibration takes effect; `nil` removes it.
  indirect case calibration(BootTime, CalibrationParameters?)

  /// Settings take effect.
  indirect case settings(BootTime, EngineSettings)

  /// What an earlier run knew.
  indirect case restoredState(BootTime, RestoredState)

  /// Whether what comes from now on is simulated; each source that is says so before its first sample.
  case simulated(BootTime, Bool)

  /// When the event takes effect.
  public var time: BootTime {
    switch self {
    case .magneticField(let sample), .acceleration(let sample), .angularRate(let sample):
      sample.time
    case .pressure(let sample), .load(let sample), .temperature(let sample, of: _): sample.time
    case .heading(let observation): observation.time
    case .fix(let fix): fix.time
    case .status(let status): status.time
    case .tick(let time): time
    case .clock(let relation): relation.bootTime
    case .calibration(let time, _), .settings(let time, _), .restoredState(let time, _),
      .simulated(let time, _):
      time
    }
  }
}
