import HeadingGeometry
import HeadingSensing

extension SensorEvent {
  /// The kind of sensor whose measurement it is; `nil` for temperatures and everything else.
  var measuredKind: SensorKind? {
    switch self {
    case .magneticField: .magnetometer
    case .acceleration: .accelerometer
    case .angularRate: .gyroscope
    case .pressure: .barometer
    case .heading: .compass
    default: nil
    }
  }

  /// The measured value, SI; a pressure as x.
  var measuredValue: Vector3? {
    switch self {
    case .magneticField(let sample), .acceleration(let sample), .angularRate(let sample):
      sample.value
    case .pressure(let sample): Vector3(sample.value, 0, 0)
    default: nil
    }
  }
}
