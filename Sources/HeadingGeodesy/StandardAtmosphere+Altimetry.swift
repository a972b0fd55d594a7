internal import HeadingGeometry
internal import RealModule

extension StandardAtmosphere {
  /// The altitude above mean sea level that an altimeter set to QNH shows.
  ///
  /// By ICAO's definition, the difference of two pressure altitudes in the standard atmosphere;
  /// putting QNH in place of 101 325 Pa would be off by metres.
  ///
  /// - Parameters:
  ///   - pressure: Static pressure, Pa.
  ///   - qnh: The pressure reduced to mean sea level that is reported for the region, Pa.
  /// - Returns: m; `nil` if a pressure belongs outside ``altitudes``.
  public static func altitude(pressure: Double, qnh: Double) -> Double? {
    guard let here = altitude(pressure: pressure), let sea = altitude(pressure: qnh) else {
      return nil
    }
    return here - sea
  }

  /// The QNH with which an altimeter shows the true altitude here.
  ///
  /// - Parameters:
  ///   - pressure: Static pressure, Pa.
  ///   - height: Known altitude above mean sea level of the place it was measured at, m.
  /// - Returns: Pa; `nil` if a value belongs outside ``altitudes``.
  public static func qnh(pressure: Double, altitude height: Double) -> Double? {
    guard let here = altitude(pressure: pressure) else { return nil }
    return self.pressure(altitude: here - height)
  }

  /// The height above the place where the pressure is QFE.
  ///
  /// - Parameters:
  ///   - pressure: Static pressure, Pa.
  ///   - qfe: The pressure at the place heights are counted from, Pa.
  /// - Returns: m, in the standard atmosphere's temperature; `nil` if a pressure belongs outside ``altitudes``.
  public static func height(pressure: Double, qfe: Double) -> Double? {
    altitude(pressure: pressure, qnh: qfe)
  }

  /// The pressure at another height near the sensor.
  ///
  /// - Parameters:
  ///   - pressure: Static pressure at the sensor, Pa.
  ///   - heightAboveReference: Height of the sensor above the place the result is for, m.
  /// - Returns: QFE of that place, Pa; `nil` if a value belongs outside ``altitudes``.
  public static func qfe(pressure: Double, heightAboveReference: Double) -> Double? {
    qnh(pressure: pressure, altitude: heightAboveReference)
  }

  /// The height between two pressures in air of a known mean temperature: the hypsometric equation.
  ///
  /// h = R T / g · ln(p₀ / p). The standard atmosphere's temperature is wrong by 3.6 % of the height
  /// for every 10 K.
  ///
  /// - Parameters:
  ///   - pressure: Pressure at the top, Pa.
  ///   - reference: Pressure at the bottom, Pa.
  ///   - meanTemperature: Mean (virtual) temperature of the air between, K.
  /// - Returns: Geopotential m, negative if the reference is above; `nil` if a number is not positive and finite.
  public static func thickness(
    pressure: Double, reference: Double, meanTemperature: Double
  ) -> Double? {
    guard pressure > 0, pressure.isFinite, reference > 0, reference.isFinite, meanTemperature > 0,
      meanTemperature.isFinite
    else { return nil }
    return gasConstant * meanTemperature / PhysicalConstants.standardGravity
      * Double.log(reference / pressure)
  }

  /// Nominal radius of the Earth in the conversion of heights, m (ICAO Doc 7488).
  public static let nominalRadius = 6_356_766.0

  /// The geometric height of a geopotential altitude, both m.
  public static func geometricHeight(geopotential: Double) -> Double {
    nominalRadius * geopotential / (nominalRadius - geopotential)
  }

  /// The geopotential altitude of a geometric height, both m.
  public static func geopotentialAltitude(geometric: Double) -> Double {
    nominalRadius * geometric / (nominalRadius + geometric)
  }
}
