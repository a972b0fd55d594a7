internal import HeadingGeometry
internal import RealModule

/// One layer of the standard atmosphere, with a constant temperature gradient.
struct AtmosphereLayer: Sendable {
  /// Altitude of its base, geopotential m.
  let altitude: Double

  /// Temperature at its base, K.
  let temperature: Double

  /// Temperature gradient, K/m.
  let gradient: Double

  /// Pressure at its base, Pa.
  let pressure: Double

  /// Pressure at an altitude, Pa (ICAO Doc 7488).
  func pressure(altitude height: Double) -> Double {
    let scale = PhysicalConstants.standardGravity / StandardAtmosphere.gasConstant
    if gradient == 0 {
      return pressure * Double.exp(-scale * (height - altitude) / temperature)
    }
    return pressure
      * Double.pow(1 + gradient * (height - altitude) / temperature, -scale / gradient)
  }

  /// Altitude at a pressure, m: the inverse equations.
  func altitude(pressure value: Double) -> Double {
    let scale = PhysicalConstants.standardGravity / StandardAtmosphere.gasConstant
    if gradient == 0 {
      return altitude - Double.log(value / pressure) * temperature / scale
    }
    return altitude
      + temperature / gradient * (Double.pow(value / pressure, -gradient / scale) - 1)
  }

  /// Temperature at an altitude, K.
  func temperature(altitude height: Double) -> Double {
    temperature + gradient * (height - altitude)
  }
}
