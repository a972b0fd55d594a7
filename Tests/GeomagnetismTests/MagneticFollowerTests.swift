import Foundation
import Geomagnetism
import HeadingGeometry
import HeadingTesting
import Testing

/// A propagated field must stay within its stated error.
@Suite struct MagneticFollowerTests {
  static func highResolution() throws -> MagneticModel {
    let file = SharedData.packageRoot.appendingPathComponent("packaging/data/WMMHR2025.COF")
    return try MagneticModel(parsingCOF: String(contentsOf: file, encoding: .utf8))
  }

  @Test(arguments: [
    // Start, and step in degrees: city streets, an ocean, over both poles, the dip pole, the dateline.
    (37.0, 127.0, 1e-4, 1e-4), (0, -30, 3e-4, 3e-4), (89.995, 10, 1e-4, 0.5),
    (-89.995, 10, -1e-4, 0.5), (85.76, 139.2, 2e-4, 1e-3), (10, 179.999, 0, 1e-4),
  ])
  func `Followed declinations stay within the tolerance of the model`(
    latitude: Double, longitude: Double, north: Double, east: Double
  ) throws {
    let tolerance = Angle(degrees: 0.01)
    var follower = MagneticFollower(model: .wmm2025, tolerance: tolerance)
    for step in 0..<400 {
      let place = try #require(
        Coordinate(
          latitude: min(90, max(-90, latitude + Double(step) * north)),
          longitude: longitude + Double(step) * east))
      let height = Double(step) * 2
      let year = 2026 + Double(step) * 1e-3
      let followed = try follower.field(
        at: place, ellipsoidalHeight: height, decimalYear: year)
      let exact = try follower.model.field(
        at: place, ellipsoidalHeight: height, decimalYear: year)
      let miss = (followed.declination - exact.declination).normalized
      #expect(abs(miss.radians) <= tolerance.radians)
    }
    #expect(follower.evaluations >= 1 && follower.evaluations <= 400)
  }

  @Test func `At rest the model is evaluated once`() throws {
    var follower = MagneticFollower(model: .wmm2025)
    let place = try #require(Coordinate(latitude: 37.5, longitude: 127))
    for day in 0..<1000 {
      let year = 2025 + Double(day) / 365.25
      let field = try follower.field(at: place, decimalYear: year)
      let exact = try follower.model.field(at: place, decimalYear: year)
      #expect((field.components - exact.components).length < 1e-17)
    }
    #expect(follower.evaluations == 1)
  }

  @Test func `In a city the high-resolution model is evaluated rarely`() throws {
    let model = try Self.highResolution()
    var follower = MagneticFollower(model: model, tolerance: Angle(degrees: 0.05))
    for step in 0..<500 {
      // One metre a step.
      let place = try #require(Coordinate(latitude: 37.5 + Double(step) * 9e-6, longitude: 127))
      let field = try follower.field(at: place, decimalYear: 2026)
      let exact = try model.field(at: place, decimalYear: 2026)
      #expect(abs((field.declination - exact.declination).degrees) < 0.05)
    }
    #expect(follower.evaluations < 50)
  }

  @Test func `A follower throws the model's errors`() throws {
    var follower = MagneticFollower(model: .wmm2025)
    let place = try #require(Coordinate(latitude: 1, longitude: 2))
    _ = try follower.field(at: place, decimalYear: 2026)
    #expect(throws: MagneticModelError.dateOutOfRange(2031, validity: 2025...2030)) {
      try follower.field(at: place, decimalYear: 2031)
    }
  }
}
