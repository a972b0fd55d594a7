internal import HeadingGeometry

/// The standard atmosphere (ICAO Doc 7488, ISO 2533): pressure against geopotential altitude.
///
/// Altitudes are geopotential metres above the level of 101 325 Pa, from −5 km to 47 km.
/// Within that range they differ from geometric height by h²/6 356 766 m (0.2 m at 1 km, 12 m at 9 km).
public enum StandardAtmosphere {
  /// Specific gas constant of dry air, J/(kg K) (ICAO Doc 7488).
  public static let gasConstant = 287.05287

  /// Range of altitudes, m.
  public static let altitudes: ClosedRange<Double> = -5000...47_000

  /// The layers in ascending order: base altitude m, temperature K, gradient K/m, pressure Pa.
  ///
  /// Source: ICAO Doc 7488. The base pressures follow from the layer below.
  static let layers: [AtmosphereLayer] = {
    let bases: [(altitude: Double, gradient: Double)] = [
      (0, -0.0065), (11_000, 0), (20_000, 0.001), (32_000, 0.0028), (47_000, 0),
    ]
    var layers: [AtmosphereLayer] = []
    var temperature = 288.15
    var pressure = PhysicalConstants.standardPressure
    for (index, base) in bases.enumerated() {
      let layer = AtmosphereLayer(
        altitude: base.altitude, temperature: temperature, gradient: base.gradient,
        pressure: pressure)
      layers.append(layer)
      if index + 1 < bases.count {
        let top = bases[index + 1].altitude
        pressure = layer.pressure(altitude: top)
        temperature = layer.temperature(altitude: top)
      }
    }
    return layers
  }()

  /// Pressure altitude.
  ///
  /// - Parameter pressure: Static pressure, Pa.
  /// - Returns: Geopotential altitude, m; `nil` outside ``altitudes``.
  public static func altitude(pressure: Double) -> Double? {
    guard pressure > 0, pressure.isFinite else { return nil }
    var index = layers.count - 1
    while index > 0, pressure > layers[index].pressure { index -= 1 }
    let altitude = layers[index].altitude(pressure: pressure)
    // Tolerance for the rounding of pressures at the ends of the range.
    guard altitude >= altitudes.lowerBound - 1e-6, altitude <= altitudes.upperBound + 1e-6 else {
      return nil
    }
    return altitude
  }

  /// The pressure at an altitude.
  ///
  /// - Parameter altitude: Geopotential altitude, m.
  /// - Returns: Pa; `nil` outside ``altitudes``.
  public static func pressure(altitude: Double) -> Double? {
    guard altitudes.contains(altitude) else { return nil }
    return layer(altitude: altitude).pressure(altitude: altitude)
  }

  /// The temperature at an altitude.
  ///
  /// - Parameter altitude: Geopotential altitude, m.
  /// - Returns: K; `nil` outside ``altitudes``.
  public static func temperature(altitude: Double) -> Double? {
    guard altitudes.contains(altitude) else { return nil }
    return layer(altitude: altitude).temperature(altitude: altitude)
  }

  private static func layer(altitude: Double) -> AtmosphereLayer {
    var index = layers.count - 1
    while index > 0, altitude < layers[index].altitude { index -= 1 }
    return layers[index]
  }
}
