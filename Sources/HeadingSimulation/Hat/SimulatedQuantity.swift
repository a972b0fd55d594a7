import HeadingGeometry
public import HeadingSensing

/// What a simulated channel measures, with IIO's name and unit for it.
public enum SimulatedQuantity: String, Sendable, Hashable, CaseIterable {
  /// Magnetic flux density; IIO writes gauss.
  case magneticField = "magn"

  /// Specific force; IIO writes m/s².
  case acceleration = "accel"

  /// Angular rate; IIO writes rad/s.
  case angularRate = "anglvel"

  /// Absolute pressure; IIO writes kPa.
  case pressure = "pressure"

  /// The chip's temperature; IIO writes thousandths of a degree Celsius.
  case temperature = "temp"

  /// Whether it has the components x, y and z.
  public var isVector: Bool {
    switch self {
    case .magneticField, .acceleration, .angularRate: true
    case .pressure, .temperature: false
    }
  }

  /// The sensor it makes of a device; `nil` for temperature, which every chip has beside its own.
  public var sensor: SensorKind? {
    switch self {
    case .magneticField: .magnetometer
    case .acceleration: .accelerometer
    case .angularRate: .gyroscope
    case .pressure: .barometer
    case .temperature: nil
    }
  }

  /// SI units in one of IIO's: tesla in a gauss, pascal in a kilopascal, kelvin in a milli-degree.
  public var unitInSI: Double {
    switch self {
    case .magneticField: PhysicalConstants.gauss
    case .acceleration, .angularRate: 1
    case .pressure: 1000
    case .temperature: 1e-3
    }
  }

  /// The SI value where IIO counts zero: 273.15 K for temperature, else 0.
  public var zeroInSI: Double { self == .temperature ? PhysicalConstants.zeroCelsius : 0 }
}
