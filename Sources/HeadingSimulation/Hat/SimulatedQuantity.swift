import HeadingGeometry
public import HeadingSensing

/// Quantity that a simulated channel measures, with IIO's name and unit.
public enum SimulatedQuantity: String, Sendable, Hashable, CaseIterable {
  /// Magnetic flux density; IIO unit: gauss.
  case magneticField = "magn"

  /// Specific force; IIO unit: m/s².
  case acceleration = "accel"

  /// Angular rate; IIO unit: rad/s.
  case angularRate = "anglvel"

  /// Absolute pressure; IIO unit: kPa.
  case pressure = "pressure"

  /// The chip's temperature; IIO unit: m°C.
  case temperature = "temp"

  /// Relative humidity; IIO unit: m%, here %.
  case relativeHumidity = "humidityrelative"

  /// Whether it has the components x, y and z.
  public var isVector: Bool {
    switch self {
    case .magneticField, .acceleration, .angularRate: true
    case .pressure, .temperature, .relativeHumidity: false
    }
  }

  /// The kind of sensor; `nil` for quantities of which no heading is made.
  public var sensor: SensorKind? {
    switch self {
    case .magneticField: .magnetometer
    case .acceleration: .accelerometer
    case .angularRate: .gyroscope
    case .pressure: .barometer
    case .temperature, .relativeHumidity: nil
    }
  }

  /// SI units per IIO unit: T per gauss, Pa per kPa, K per m°C, % per m%.
  public var unitInSI: Double {
    switch self {
    case .magneticField: PhysicalConstants.gauss
    case .acceleration, .angularRate: 1
    case .pressure: 1000
    case .temperature, .relativeHumidity: 1e-3
    }
  }

  /// The SI value of IIO's zero: 273.15 K for temperature, else 0.
  public var zeroInSI: Double { self == .temperature ? PhysicalConstants.zeroCelsius : 0 }
}
