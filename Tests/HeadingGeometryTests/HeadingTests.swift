import Foundation
import HeadingGeometry
import Testing

struct HeadingTests {
  @Test(
    arguments: [
      (0.0, 0.0), (-0.0, 0), (360, 0), (-1, 359), (725, 5), (-725, 355), (359.5, 359.5),
      (-1e-17, 0), (3.6e9, 0),
    ])
  func `any number of degrees is wrapped to the circle`(degrees: Double, expected: Double) {
    #expect(Heading<TrueNorth>(degrees: degrees).degrees == expected)
  }

  @Test func `NaN stays NaN`() {
    #expect(Heading<TrueNorth>(degrees: .nan).degrees.isNaN)
    #expect(Heading<TrueNorth>(degrees: .infinity).degrees.isNaN)
  }

  @Test(
    arguments: [(10.0, 350.0, 20.0), (350, 10, -20), (180, 0, 180), (0, 180, 180), (90, 90, 0)])
  func `the difference of headings is the smaller angle`(to: Double, from: Double, turn: Double) {
    let result = Heading<GridNorth>(degrees: to).turn(from: Heading(degrees: from))
    #expect(abs(result.degrees - turn) < 1e-12)
  }

  @Test func `an eastern declination makes the true heading larger`() {
    // San Francisco, 13° east: a needle pointing north points 13° true.
    let north = Heading<MagneticNorth>(degrees: 0)
    #expect(abs(north.converted(by: Angle(degrees: 13)).degrees - 13) < 1e-12)
    #expect(abs(north.converted(by: Angle(degrees: -13)).degrees - 347) < 1e-12)
    let back = Heading<TrueNorth>(degrees: 5).converted(by: Angle(degrees: 13))
    #expect(abs(back.degrees - 352) < 1e-12)
    let grid = Heading<TrueNorth>(degrees: 1).gridHeading(convergence: Angle(degrees: 2))
    #expect(abs(grid.degrees - 359) < 1e-12)
  }

  @Test(
    arguments: [
      (0.0, 0.0), (180, 180), (-180, 180), (181, -179), (-181, 179), (540, 180), (-540, 180),
      (720, 0),
    ])
  func `a normalized angle lies within a half turn`(degrees: Double, expected: Double) {
    #expect(abs(Angle(degrees: degrees).normalized.degrees - expected) < 1e-9)
  }

  @Test func `sine and cosine of degrees are exact at the quarters`() {
    let quarters: [(Double, Double, Double)] = [
      (0, 0, 1), (90, 1, 0), (180, 0, -1), (270, -1, 0), (-90, -1, 0), (-180, 0, -1), (360, 0, 1),
      (3690, 1, 0),
    ]
    for (degrees, sine, cosine) in quarters {
      let result = Angle.sineAndCosine(degrees: degrees)
      #expect(result.sine == sine && result.cosine == cosine, "\(degrees)°")
    }
    #expect(Angle.sineAndCosine(degrees: .nan).sine.isNaN)
  }

  @Test func `sine and cosine of degrees agree with the C library`() {
    for step in -7200...7200 {
      let degrees = Double(step) * 0.1
      let result = Angle.sineAndCosine(degrees: degrees)
      // The C library gets the argument rounded to radians: up to 1.1e-15 at 4π.
      #expect(abs(result.sine - sin(degrees * .pi / 180)) < 3e-15)
      #expect(abs(result.cosine - cos(degrees * .pi / 180)) < 3e-15)
    }
  }

  @Test(
    arguments: [
      (90.5, 0.0), (-91, 0), (.nan, 0), (0, .nan), (0, .infinity), (.infinity, 0),
    ] as [(Double, Double)])
  func `a place off the Earth is refused`(latitude: Double, longitude: Double) {
    #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
  }

  @Test func `a longitude beyond the date line is wrapped`() throws {
    let place = try #require(Coordinate(latitude: -17, longitude: 190))
    #expect(abs(place.longitude + 170) < 1e-9)
    #expect(Coordinate(latitude: 90, longitude: 180)?.longitude == 180)
  }
}
