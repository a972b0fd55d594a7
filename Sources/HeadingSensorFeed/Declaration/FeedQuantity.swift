import HeadingGeometry
package import HeadingSensing

/// A quantity that a feed can deliver; the raw value is its code in binary frames.
package enum FeedQuantity: UInt8, Sendable, Hashable, CaseIterable {
  /// Magnetic flux density, a vector.
  case magneticField = 1

  /// Specific force, a vector: +g along up at rest.
  case acceleration

  /// Angular rate, a vector.
  case angularRate

  /// Absolute pressure.
  case pressure

  /// Temperature of another sensor's chip.
  case temperature

  /// Relative humidity of the air.
  case relativeHumidity

  /// Name in JSON.
  package var name: String {
    switch self {
    case .magneticField: "magnetic_field"
    case .acceleration: "acceleration"
    case .angularRate: "angular_rate"
    case .pressure: "pressure"
    case .temperature: "temperature"
    case .relativeHumidity: "relative_humidity"
    }
  }

  /// Whether a sample has three components.
  package var isVector: Bool {
    switch self {
    case .magneticField, .acceleration, .angularRate: true
    case .pressure, .temperature, .relativeHumidity: false
    }
  }

  /// The kind of sensor; `nil` if the quantity is not one of a heading's sensors.
  package var kind: SensorKind? {
    switch self {
    case .magneticField: .magnetometer
    case .acceleration: .accelerometer
    case .angularRate: .gyroscope
    case .pressure: .barometer
    case .temperature, .relativeHumidity: nil
    }
  }

  /// Values that any sensor of this kind can measure, in SI (humidity in %).
  ///
  /// The declared range must lie within them; a larger one is an error of the unit.
  var possible: ClosedRange<Double> {
    switch self {
    case .magneticField: -0.1...0.1
    case .acceleration: -4000...4000
    case .angularRate: -200...200
    case .pressure: 0...2e6
    case .temperature: 0...500
    case .relativeHumidity: 0...100
    }
  }
}
