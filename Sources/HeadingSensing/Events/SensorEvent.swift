/// An event that changes the solution; a recording of all events reproduces it bit for bit.
///
/// Large and rare payloads are indirect, because sensor events are copied some thousand times a
/// second.
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

  /// A vehicle's current, voltage, throttle or the like, in its own unit, which may change the
  /// field.
  case load(ScalarSample)

  /// A quantity beside the sensors of a heading, in its own unit; it does not change the solution.
  case quantity(ScalarSample, ScalarQuantity)

  /// A heading from an external source.
  case heading(HeadingObservation)

  /// A position from a GNSS receiver.
  case fix(Fix)

  /// A speed through the water.
  case waterSpeed(WaterSpeedSample)

  /// A sensor appeared, disappeared or failed.
  case status(SensorStatus)

  /// Time passed; sent about ten times a second so that silent sensors are detected.
  case tick(BootTime)

  /// The relation of boottime to UTC became known or changed.
  case clock(ClockRelation)

  /// A calibration takes effect; `nil` removes it.
  indirect case calibration(BootTime, CalibrationParameters?)

  /// Settings take effect.
  indirect case settings(BootTime, EngineSettings)

  /// The state of an earlier run.
  indirect case restoredState(BootTime, RestoredState)

  /// Whether following events are simulated; each simulated source sends it before its first
  /// sample.
  case simulated(BootTime, Bool)

  /// When the event takes effect.
  public var time: BootTime {
    switch self {
    case .magneticField(let sample), .acceleration(let sample), .angularRate(let sample):
      sample.time
    case .pressure(let sample), .load(let sample), .temperature(let sample, of: _),
      .quantity(let sample, _):
      sample.time
    case .heading(let observation): observation.time
    case .fix(let fix): fix.time
    case .waterSpeed(let sample): sample.time
    case .status(let status): status.time
    case .tick(let time): time
    case .clock(let relation): relation.bootTime
    case .calibration(let time, _), .settings(let time, _), .restoredState(let time, _),
      .simulated(let time, _):
      time
    }
  }
}
