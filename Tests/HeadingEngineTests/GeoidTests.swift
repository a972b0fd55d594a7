import Foundation
import HeadingEngine
import HeadingGeodesy
import HeadingGeometry
import HeadingSensing
import HeadingTesting
import Testing

/// Sea level and ellipsoid: one height gives the other, or says why not.
struct GeoidTests {
  // EGM96 at 37.5° N 127° E: 22.968 m.
  private static let undulation = 22.968

  private static func grid() throws -> GeoidGrid {
    let file = SharedData.packageRoot.appendingPathComponent("packaging/data/egm96_30min_cm.i16")
    return try GeoidGrid(parsing: [UInt8](Data(contentsOf: file)).span)
  }

  private static func fix(altitude: Double?, ellipsoidal: Double?) throws -> Fix {
    var fix = Fix(
      time: BootTime(seconds: 1),
      coordinate: try #require(Coordinate(latitude: 37.5, longitude: 127)))
    fix.altitude = altitude
    fix.ellipsoidalAltitude = ellipsoidal
    fix.verticalAccuracy = 3
    return fix
  }

  private static func solution(
    geoid: GeoidGrid?, _ events: [SensorEvent], settings: EngineSettings? = nil
  ) -> HeadingSolution {
    var engine = HeadingEngine(geoid: geoid)
    if let settings { engine.absorb(.settings(BootTime(seconds: 0.5), settings)) }
    for event in events { engine.absorb(event) }
    return engine.solution(at: BootTime(seconds: 1.5))
  }

  @Test func `an ellipsoidal height gives the altitude by the geoid`() throws {
    let solution = Self.solution(
      geoid: try Self.grid(), [.fix(try Self.fix(altitude: nil, ellipsoidal: 61))])
    #expect(abs((solution.altitude.value ?? .nan) - (61 - Self.undulation)) < 0.01)
    #expect(abs((solution.ellipsoidalAltitude.value ?? .nan) - 61) < 1e-9)
    // The receiver's 3 m and the grid's 0.95 m; the filter knew next to nothing before.
    #expect(abs((solution.verticalAccuracy.value ?? .nan) - 3.1468) < 2e-4)
    #expect(!solution.reasons.contains(.geoidMissing))
  }

  @Test func `an altitude above mean sea level gives the ellipsoidal height by the geoid`()
    throws
  {
    let solution = Self.solution(
      geoid: try Self.grid(), [.fix(try Self.fix(altitude: -12, ellipsoidal: nil))])
    #expect(abs((solution.ellipsoidalAltitude.value ?? .nan) - (Self.undulation - 12)) < 0.01)
    #expect(solution.altitude.value == -12)
    #expect(abs((solution.verticalAccuracy.value ?? .nan) - 3.1468) < 2e-4)
  }

  @Test func `both heights of a receiver are published unchanged`() throws {
    let solution = Self.solution(
      geoid: try Self.grid(), [.fix(try Self.fix(altitude: 38, ellipsoidal: 63))])
    #expect(solution.altitude.value == 38)
    #expect(solution.ellipsoidalAltitude.value == 63)
    #expect(abs((solution.verticalAccuracy.value ?? .nan) - 3) < 1e-4)
  }

  @Test func `without the geoid file the other height is missing with its reason`() throws {
    let ellipsoid = Self.solution(
      geoid: nil, [.fix(try Self.fix(altitude: nil, ellipsoidal: 61))])
    #expect(ellipsoid.altitude.reasons.contains(.geoidMissing))
    #expect(ellipsoid.altitude.reasons.contains(.notReported))
    #expect(ellipsoid.reasons.contains(.geoidMissing))
    #expect(ellipsoid.verticalAccuracy.value == 3)
    let sea = Self.solution(geoid: nil, [.fix(try Self.fix(altitude: 5, ellipsoidal: nil))])
    #expect(sea.ellipsoidalAltitude.reasons == [.geoidMissing, .notReported])
    let neither = Self.solution(
      geoid: nil, [.fix(try Self.fix(altitude: nil, ellipsoidal: nil))])
    #expect(neither.ellipsoidalAltitude.reasons == .notReported)
  }

  @Test func `a barometric altitude gives the ellipsoidal height at a known place`() throws {
    var settings = EngineSettings()
    settings.fixedCoordinate = Coordinate(latitude: 37.5, longitude: 127)
    // The standard atmosphere's pressure at 1000 m.
    let pressure = SensorEvent.pressure(
      ScalarSample(time: BootTime(seconds: 1), value: 89_874.563))
    let solution = Self.solution(geoid: try Self.grid(), [pressure], settings: settings)
    #expect(abs((solution.altitude.value ?? .nan) - 1000) < 0.01)
    #expect(abs((solution.ellipsoidalAltitude.value ?? .nan) - 1000 - Self.undulation) < 0.02)
    let nowhere = Self.solution(geoid: try Self.grid(), [pressure])
    #expect(nowhere.altitude.value != nil)
    #expect(nowhere.ellipsoidalAltitude.reasons.contains(.positionUnknown))
  }

  @Test func `a configured altitude gives the ellipsoidal height`() throws {
    var settings = EngineSettings()
    settings.fixedCoordinate = Coordinate(latitude: 37.5, longitude: 127)
    settings.fixedAltitude = 38
    let solution = Self.solution(geoid: try Self.grid(), [], settings: settings)
    #expect(solution.altitude.value == 38)
    #expect(abs((solution.ellipsoidalAltitude.value ?? .nan) - 38 - Self.undulation) < 0.01)
  }
}
