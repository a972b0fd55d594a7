import Foundation
import HeadingGeodesy
import HeadingGeometry
import Testing

/// The standard atmosphere against its tables.
@Suite struct StandardAtmosphereTests {
  // ICAO Doc 7488; geopotential altitude, pressure.
  @Test(arguments: [
    (0.0, 101_325.0), (100, 100_129.438), (1000, 89_874.563), (3000, 70_108.526),
    (8848, 31_443.969), (11_000, 22_632.040), (15_000, 12_044.553),
  ])
  func `Pressures and altitudes agree with the table to its last digit`(
    altitude: Double, pressure: Double
  ) throws {
    let value = try #require(StandardAtmosphere.pressure(altitude: altitude))
    #expect(abs(value - pressure) < 0.0006)
    let back = try #require(StandardAtmosphere.altitude(pressure: value))
    #expect(abs(back - altitude) < 1e-8)
  }

  // ICAO Doc 7488 prints five digits at these.
  @Test(arguments: [
    (-5000.0, 177_687.0, 320.65), (-1000, 113_929, 294.65), (20_000, 5474.88, 216.65),
    (32_000, 868.018, 228.65), (47_000, 110.906, 270.65),
  ])
  func `Layers join below sea level and up to 47 km`(
    altitude: Double, pressure: Double, temperature: Double
  ) throws {
    let value = try #require(StandardAtmosphere.pressure(altitude: altitude))
    #expect(abs(value / pressure - 1) < 5e-6)
    let kelvin = try #require(StandardAtmosphere.temperature(altitude: altitude))
    #expect(abs(kelvin - temperature) < 1e-9)
  }

  @Test func `Altitude of pressure inverts pressure of altitude`() throws {
    for altitude in stride(from: -5000.0, through: 47_000, by: 137) {
      let pressure = try #require(StandardAtmosphere.pressure(altitude: altitude))
      let back = try #require(StandardAtmosphere.altitude(pressure: pressure))
      #expect(abs(back - altitude) < 1e-6)
    }
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1, 300_000])
  func `Impossible pressures have no altitude`(pressure: Double) {
    #expect(StandardAtmosphere.altitude(pressure: pressure) == nil)
  }

  @Test func `Altitudes outside the tables have no pressure`() {
    for altitude in [-5001, 47_001, Double.nan, .infinity] {
      #expect(StandardAtmosphere.pressure(altitude: altitude) == nil)
      #expect(StandardAtmosphere.temperature(altitude: altitude) == nil)
    }
  }

  @Test func `QNH is ICAO's difference of two pressure altitudes`() throws {
    let altitude = try #require(StandardAtmosphere.altitude(pressure: 90_000, qnh: 100_300))
    #expect(abs(altitude - 902.83) < 0.005)
    let standard = try #require(StandardAtmosphere.altitude(pressure: 90_000, qnh: 101_325))
    #expect(abs(standard - (StandardAtmosphere.altitude(pressure: 90_000) ?? 0)) < 1e-9)
    let qnh = try #require(StandardAtmosphere.qnh(pressure: 90_000, altitude: altitude))
    #expect(abs(qnh - 100_300) < 1e-6)
  }

  @Test func `A shore below the sea has a negative altitude`() throws {
    // The Dead Sea's shore, 430 m below the sea, by the troposphere's formula as geodesy textbooks print it:
    // h = 44330.769 (1 − (p / 101325)^0.190263).
    let pressure = 101_325 * pow(1 + 430 / 44_330.769, 1 / 0.190263)
    let altitude = try #require(StandardAtmosphere.altitude(pressure: pressure))
    #expect(abs(altitude + 430) < 0.01)
    let other = try #require(StandardAtmosphere.altitude(pressure: pressure, qnh: 100_000))
    #expect(abs(other - (altitude - 110.88)) < 0.02)
  }

  // 902.83 m by ICAO's definition; with QNH put in the place of 1013.25 hPa it would be 904.57 m.
  @Test func `QNH instead of the standard pressure gives another altitude`() throws {
    let wrong = 44_330.769 * (1 - pow(90_000 / 100_300.0, 0.190263))
    #expect(abs(wrong - 904.57) < 0.005)
    let right = try #require(StandardAtmosphere.altitude(pressure: 90_000, qnh: 100_300))
    #expect(abs(right - wrong) > 1.7)
  }

  @Test(arguments: [(Double.nan, 101_325.0), (90_000, .nan), (-1, 101_325), (90_000, 0)])
  func `An invalid pressure has no QNH altitude`(pressure: Double, qnh: Double) {
    #expect(StandardAtmosphere.altitude(pressure: pressure, qnh: qnh) == nil)
    #expect(StandardAtmosphere.height(pressure: pressure, qfe: qnh) == nil)
  }

  @Test func `QFE is the pressure at the reference height`() throws {
    let qfe = try #require(
      StandardAtmosphere.qfe(pressure: 100_129.438, heightAboveReference: 100))
    #expect(abs(qfe - 101_325) < 0.001)
    let height = try #require(StandardAtmosphere.height(pressure: 100_129.438, qfe: qfe))
    #expect(abs(height - 100) < 1e-6)
  }

  @Test(arguments: [(-20.0, 878.0), (0, 948), (15, 1000), (30, 1052)])
  func `900 hPa in air of a known temperature`(celsius: Double, metres: Double) throws {
    let height = try #require(
      StandardAtmosphere.thickness(
        pressure: 90_000, reference: 101_325, meanTemperature: celsius + 273.15))
    #expect(abs(height - metres) < 0.6)
    #expect(
      StandardAtmosphere.thickness(pressure: 90_000, reference: 101_325, meanTemperature: 0) == nil)
  }

  @Test func `Geometric and geopotential heights differ by the decrease of gravity`() {
    #expect(abs(StandardAtmosphere.geometricHeight(geopotential: 11_000) - 11_019.07) < 0.01)
    let there = StandardAtmosphere.geopotentialAltitude(geometric: 8848)
    #expect(abs(StandardAtmosphere.geometricHeight(geopotential: there) - 8848) < 1e-9)
  }
}
