import HeadingGeometry
import RealModule
import Testing

@testable import Geomagnetism

/// Validity, uncertainty, zones and poles.
@Suite struct MagneticModelTests {
  let model = MagneticModel.wmm2025

  static func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test(arguments: [90.0, -90])
  func `At a pole the horizontal components depend on the given meridian`(latitude: Double) throws {
    let reference = try model.field(at: Self.place(latitude, 0), decimalYear: 2026.5)
    for longitude in stride(from: -180.0, through: 180, by: 15) {
      let field = try model.field(at: Self.place(latitude, longitude), decimalYear: 2026.5)
      #expect(abs(field.horizontal - reference.horizontal) < 1e-18)
      #expect(abs(field.down - reference.down) < 1e-18)
      let turn = latitude > 0 ? longitude : -longitude
      let expected = Angle(degrees: reference.declination.degrees + turn).normalized
      #expect(abs((field.declination - expected).normalized.degrees) < 1e-9)
      #expect(field.declinationRate.radians.isFinite && field.inclinationRate.radians.isFinite)
      // The grid variation of a pole is the same for every meridian.
      let variation = try #require(field.gridVariation)
      let pole = try #require(reference.gridVariation)
      #expect(abs((variation - pole).normalized.degrees) < 1e-9)
    }
  }

  @Test func `Near a pole the field converges to that at the pole`() throws {
    for distance in [1e-3, 1e-6, 1e-9, 1e-12] {
      let near = try model.field(at: Self.place(90 - distance, 33), decimalYear: 2027)
      let pole = try model.field(at: Self.place(90, 33), decimalYear: 2027)
      // 40 nT/km exceeds the largest gradient there; 1e-5 nT for the rounding of the position.
      let step = distance * 111 * 40e-9 + 1e-14
      #expect((near.components - pole.components).length < step)
    }
  }

  @Test func `Both longitudes of the dateline give the same field`() throws {
    for latitude in [-60.0, 0, 12.5, 89] {
      let east = try model.field(at: Self.place(latitude, 180), decimalYear: 2026)
      let west = try model.field(at: Self.place(latitude, -180), decimalYear: 2026)
      #expect(east.components == west.components)
      #expect(east.componentRates == west.componentRates)
    }
  }

  @Test func `Dates outside the validity are refused without extrapolation`() throws {
    let seoul = try Self.place(37.5663528, 126.9779528)
    #expect(throws: Never.self) { try model.field(at: seoul, decimalYear: 2025) }
    #expect(throws: Never.self) { try model.field(at: seoul, decimalYear: 2030) }
    #expect(throws: MagneticModelError.dateOutOfRange(2030.001, validity: 2025...2030)) {
      try model.field(at: seoul, decimalYear: 2030.001)
    }
    #expect(throws: MagneticModelError.dateOutOfRange(2024.9, validity: 2025...2030)) {
      try model.field(at: seoul, decimalYear: 2024.9)
    }
    #expect(throws: MagneticModelError.dateNotFinite) {
      try model.field(at: seoul, decimalYear: .nan, extrapolating: true)
    }
    #expect(throws: MagneticModelError.heightOutOfRange(1e6)) {
      try model.field(at: seoul, ellipsoidalHeight: 1e6, decimalYear: 2026)
    }
    for year in [2130.5, -1, 1e308] {
      #expect(throws: MagneticModelError.dateOutOfRange(year, validity: 2025...2030)) {
        try model.field(at: seoul, decimalYear: year, extrapolating: true)
      }
    }
    let within = try model.field(at: seoul, decimalYear: 2030)
    var last = within.uncertainty
    for year in [2031.0, 2033, 2035, 2040] {
      let field = try model.field(at: seoul, decimalYear: year, extrapolating: true)
      let now = field.uncertainty
      #expect(now.declination > last.declination && now.inclination > last.inclination)
      #expect(now.north > last.north && now.down > last.down && now.total > last.total)
      #expect(field.yearsOutside == year - 2030)
      last = now
    }
  }

  @Test func `The error grows continuously across the end of the validity`() throws {
    let seoul = try Self.place(37.5663528, 126.9779528)
    func sigma(_ year: Double) throws -> MagneticUncertainty {
      try model.field(at: seoul, decimalYear: year, extrapolating: true).uncertainty
    }
    // The published error in the years of its mean.
    for year in [2024.0, 2025, 2026.89, 2027.5] {
      #expect(try sigma(year).north == 137e-9)
      #expect(abs(try sigma(year).declination.degrees - 0.317) < 0.0005)
    }
    let end = try sigma(2030)
    #expect(end.declination > (try sigma(2029).declination))
    #expect(abs(try sigma(2030.001).declination.degrees - end.declination.degrees) < 1e-4)
    // WMM2010, 2015 and 2020 were wrong by up to 127 nT (X, Y) and 201 nT (Z) after ten years, RMS of the
    // core's field; the bound contains that and the published error.
    let late = try sigma(2035)
    let core = (late.north * late.north - 137e-9 * 137e-9).squareRoot() * 1e9
    let down = (late.down * late.down - 141e-9 * 141e-9).squareRoot() * 1e9
    #expect(core > 127 && core < 150)
    #expect(down > 190 && down < 230)
  }

  @Test func `The error of IGRF grows only in its prediction interval`() throws {
    let model = try MagneticModel(parsingSHC: SecondImplementationTests.packaged("IGRF14.shc"))
    let seoul = try Self.place(37.5663528, 126.9779528)
    let known = try model.field(at: seoul, decimalYear: 1950).uncertainty
    #expect(known.north == (try model.field(at: seoul, decimalYear: 2024)).uncertainty.north)
    #expect(known.north < (try model.field(at: seoul, decimalYear: 2030)).uncertainty.north)
    for year in [1899.9, 2030.1] {
      #expect(throws: MagneticModelError.dateOutOfRange(year, validity: 1900...2030)) {
        try model.field(at: seoul, decimalYear: year)
      }
    }
  }

  @Test(arguments: [(2000.0, 2.72), (6000, 0.94), (20000, 0.375), (30000, 0.317)])
  func `The declination's error follows the published formula`(
    nanotesla: Double, degrees: Double
  ) {
    let uncertainty = MagneticErrorModel.wmm2025.uncertainty(
      horizontal: nanotesla * 1e-9, total: 5e-5, predictionYears: 2)
    #expect(abs(uncertainty.declination.degrees - degrees) < 0.005)
    #expect(abs(uncertainty.inclination.degrees - 0.20) < 1e-12)
  }

  @Test func `Without a horizontal field the declination is uniformly distributed`() {
    let uncertainty = MagneticErrorModel.wmm2025.uncertainty(
      horizontal: 0, total: 5e-5, predictionYears: 0)
    #expect(abs(uncertainty.declination.degrees - 103.923) < 0.001)
  }

  @Test(arguments: [
    (37.5663528, 126.9779528, -9.025), (35.1796, 129.0756, -8.471), (51.5074, -0.1278, 1.232),
    (39.7392, -104.9903, 7.486), (-33.8688, 151.2093, 12.830), (61.2181, -149.9003, 13.952),
  ])
  func `Declinations of cities at 2026,89`(
    latitude: Double, longitude: Double, degrees: Double
  ) throws {
    let field = try model.field(at: Self.place(latitude, longitude), decimalYear: 2026.89)
    // The positions of the cities are accurate to about 1 km, a change of at most 0.01°.
    #expect(abs(field.declination.degrees - degrees) < 0.01)
    #expect(field.zone == .normal)
    #expect((field.gridVariation != nil) == (abs(latitude) >= 55))
  }

  @Test func `The share of blackout and caution zones is the measured one`() throws {
    var area = 0.0
    var blackout = 0.0
    var caution = 0.0
    for latitude in stride(from: -89.5, through: 89.5, by: 1) {
      let weight = Double.cos(latitude * .pi / 180)
      for longitude in stride(from: -179.0, through: 179, by: 2) {
        let zone = try model.field(at: Self.place(latitude, longitude), decimalYear: 2026.89).zone
        area += weight
        if zone == .blackout { blackout += weight }
        if zone == .caution { caution += weight }
      }
    }
    // 0.35 % and 2.1 %, measured on another grid.
    #expect(abs(blackout / area - 0.0035) < 0.0003)
    #expect(abs(caution / area - 0.021) < 0.0015)
  }

  @Test func `Pairs of arctangents agree with the library's`() {
    var random = Xorshift(state: 99)
    for _ in 0..<20_000 {
      let y = SIMD2(random.unit() - 0.5, random.unit() - 0.5)
      let x = SIMD2(random.unit() - 0.5, (random.unit() - 0.5) * 1e-3)
      let angles = PairArctangent.angles(y: y, x: x)
      #expect(abs(angles.x - Double.atan2(y: y.x, x: x.x)) < 1e-15)
      #expect(abs(angles.y - Double.atan2(y: y.y, x: x.y)) < 1e-15)
    }
    let axes = PairArctangent.angles(y: SIMD2(0, 1), x: SIMD2(-1, 0))
    #expect(axes == SIMD2(Double.pi, Double.pi / 2))
    #expect(PairArctangent.angles(y: .zero, x: .zero) == .zero)
  }

  @Test func `A batch gives each point its field or its error`() throws {
    let lines = [
      "# year km lat lon", "", "2026.5 0.1 37.5664 126.9777 # Seoul", "2035 0 0 0",
    ]
    var points: [MagneticPoint] = []
    for line in lines {
      if let point = try MagneticPoint.parse(batchLine: line) { points.append(point) }
    }
    #expect(points.count == 2)
    var results: [Result<MagneticField, MagneticModelError>] = []
    model.evaluate(points.span) { index, result in
      #expect(index == results.count)
      results.append(result)
    }
    let single = try model.field(
      at: points[0].coordinate, ellipsoidalHeight: 100, decimalYear: 2026.5)
    #expect(try results[0].get().components == single.components)
    #expect(single.tableRow[0] == single.declination.degrees)
    #expect(single.tableRow[13] == single.totalRate * 1e9)
    #expect(throws: MagneticModelError.dateOutOfRange(2035, validity: 2025...2030)) {
      try results[1].get()
    }
    #expect(throws: MagneticPointError.notFourNumbers) {
      try MagneticPoint.parse(batchLine: "2026 0 1")
    }
    #expect(throws: MagneticPointError.latitudeOutOfRange) {
      try MagneticPoint.parse(batchLine: "2026 0 91 0")
    }
  }

  @Test(arguments: [0, 1, 2, 7])
  func `Pairs give the values of single evaluations, poles included`(count: Int) throws {
    var random = Xorshift(state: 17)
    var points: [MagneticPoint] = []
    for index in 0..<(count * 40) {
      let latitude = index % 9 == 0 ? 90 : index % 11 == 0 ? -90 : random.unit() * 180 - 90
      points.append(
        MagneticPoint(
          coordinate: try Self.place(latitude, random.unit() * 360 - 180),
          ellipsoidalHeight: random.unit() * 800_000,
          decimalYear: index % 13 == 5 ? 2031 : 2025 + 5 * random.unit()))
    }
    var seen = 0
    model.evaluate(points.span) { index, result in
      #expect(index == seen)
      seen += 1
      let point = points[index]
      let single = try? model.field(
        at: point.coordinate, ellipsoidalHeight: point.ellipsoidalHeight,
        decimalYear: point.decimalYear)
      switch (result, single) {
      case (.success(let field), let single?):
        #expect((field.components - single.components).length * 1e9 < 1e-9)
        #expect((field.componentRates - single.componentRates).length * 1e9 < 1e-9)
        #expect(field.coordinate == point.coordinate)
      case (.failure(let error), nil):
        #expect(error == .dateOutOfRange(2031, validity: 2025...2030))
      default: Issue.record("\(point)")
      }
    }
    #expect(seen == points.count)
  }
}
