import HeadingGeometry

/// Unit of a feed's values; the raw value is its code in binary frames.
package enum FeedUnit: UInt8, Sendable, Hashable, CaseIterable {
  /// T
  case tesla = 1
  /// µT
  case microtesla
  /// Gs, 100 µT
  case gauss
  /// m/s²
  case metrePerSecondSquared
  /// 9.80665 m/s²
  case standardGravity
  /// rad/s
  case radianPerSecond
  /// °/s
  case degreePerSecond
  /// Pa
  case pascal
  /// hPa
  case hectopascal
  /// K
  case kelvin
  /// °C
  case celsius
  /// %
  case percent

  /// Name in JSON.
  package var name: String {
    switch self {
    case .tesla: "tesla"
    case .microtesla: "microtesla"
    case .gauss: "gauss"
    case .metrePerSecondSquared: "m/s2"
    case .standardGravity: "g"
    case .radianPerSecond: "rad/s"
    case .degreePerSecond: "deg/s"
    case .pascal: "pascal"
    case .hectopascal: "hectopascal"
    case .kelvin: "kelvin"
    case .celsius: "celsius"
    case .percent: "percent"
    }
  }

  /// The quantity that it measures.
  package var quantity: FeedQuantity {
    switch self {
    case .tesla, .microtesla, .gauss: .magneticField
    case .metrePerSecondSquared, .standardGravity: .acceleration
    case .radianPerSecond, .degreePerSecond: .angularRate
    case .pascal, .hectopascal: .pressure
    case .kelvin, .celsius: .temperature
    case .percent: .relativeHumidity
    }
  }

  /// SI units (% for humidity) per unit.
  package var scale: Double {
    switch self {
    case .tesla, .metrePerSecondSquared, .radianPerSecond, .pascal, .kelvin, .celsius, .percent: 1
    case .microtesla: 1e-6
    case .gauss: 1e-4
    case .standardGravity: 9.80665
    case .degreePerSecond: .pi / 180
    case .hectopascal: 100
    }
  }

  /// Value in SI of zero.
  package var offset: Double { self == .celsius ? 273.15 : 0 }
}
