internal import HeadingGeometry
internal import RealModule

extension StandardAtmosphere {
  /// Altitude above mean sea level that an altimeter set to QNH shows.
  ///
  /// The ICAO definition: the difference of two pressure altitudes in the standard atmosphere.
  /// Replacing 101 325 Pa by the QNH would cause an error of metres.
  ///
  /// - Parameters:
  ///   - pressure: Static pressure, Pa.
  ///   - qnh: Pressure reduced to mean sea level as reported for the region, Pa.
  /// - Returns: Altitude, m; `nil` if a pressure is outside ``altitudes``.
  public static func altitude(pressure: Double, qnh: Double) -> Double? {
    guard let here = altitude(pressure: pressure), let sea = altitude(pressure: qnh) else {
      return nil
    }
    return here - sea
  }

  /// QNH with which an altimeter shows the true altitude.
  ///
  /// - Parameters:
  ///   - pressure: Static pressure, Pa.
  ///   - height: Known altitude above mean sea level of the sensor, m.
  /// - Returns: QNH, Pa; `nil` if a value is outside ``altitudes``.
  public static func qnh(pressure: Double, altitude height: Double) -> Double? {
    guard let here = altitude(pressure: pressure) else { return nil }
    return self.pressure(altitude: here - height)
  }

  /// Height above the point where the pressure is QFE.
  ///
  /// - Parameters:
  ///   - pressure: Static pressure, Pa.
  ///   - qfe: Pressure at the reference point of heights, Pa.
  /// - Returns: Height, m, at the temperature of the standard atmosphere; `nil` if a pressure is
  ///   outside ``altitudes``.
  public static func height(pressure: Double, qfe: Double) -> Double? {
    altitude(pressure: pressure, qnh: qfe)
  }

  /// QFE: pressure at a reference point near the sensor.
  ///
  /// - Parameters:
  ///   - pressure: Static pressure at the sensor, Pa.
  ///   - heightAboveReference: Height of the sensor above the reference point, m.
  /// - Returns: QFE, Pa; `nil` if a value is outside ``altitudes``.
  public static func qfe(pressure: Double, heightAboveReference: Double) -> Double? {
    qnh(pressure: pressure, altitude: heightAboveReference)
  }

  /// Height between two pressures in air of a known mean temperature: the hypsometric equation.
  ///
  /// h = R T / g · ln(p₀ / p). The temperature of the standard atmosphere causes an error of 3.6 %
  /// of the height per 10 K.
  ///
  /// - Parameters:
  ///   - pressure: Pressure at the top, Pa.
  ///   - reference: Pressure at the bottom, Pa.
  ///   - meanTemperature: Mean (virtual) temperature between, K.
  /// - Returns: Height, geopotential m, negative if the reference is above; `nil` if a number is
  ///   not positive and finite.
  public static func thickness(
    pressure: Double, reference: Double, meanTemperature: Double
  ) -> Double? {
    guard pressure > 0, pressure.isFinite, reference > 0, reference.isFinite, meanTemperature > 0,
      meanTemperature.isFinite
    else { return nil }
    return gasConstant * meanTemperature / PhysicalConstants.standardGravity
      * Double.log(reference / pressure)
  }

  /// Nominal radius of the Earth for the conversion of heights, m (ICAO Doc 7488).
  public static let nominalRadius = 6_356_766.0

  /// Geometric height of a geopotential altitude, both m.
  public static func geometricHeight(geopotential: Double) -> Double {
    nominalRadius * geopotential / (nominalRadius - geopotential)
  }

  /// Geopotential altitude of a geometric height, both m.
  public static func geopotentialAltitude(geometric: Double) -> Double {
    nominalRadius * geometric / (nominalRadius + geometric)
  }
}
