import Foundation
import HeadingGeometry
import HeadingTesting
import Testing

@testable import Geomagnetism

/// Random points against an evaluator that follows the textbook term by term.
@Suite struct SecondImplementationTests {
  static func packaged(_ name: String) throws -> String {
    try String(
      contentsOf: SharedData.packageRoot.appendingPathComponent("packaging/data/" + name),
      encoding: .utf8)
  }

  @Test func `WMM2025 at random points is within 1e-6 nT of the textbook`() throws {
    var random = Xorshift(state: 20_250_101)
    for _ in 0..<300 {
      let year = 2025 + 5 * random.unit()
      var terms: [SIMD2<Int>: Double] = [:]
      for term in WMM2025Coefficients.terms {
        terms[SIMD2(term.degree, term.order)] = term.g + (year - 2025) * term.gRate
        if term.order > 0 {
          terms[SIMD2(term.degree, -term.order)] = term.h + (year - 2025) * term.hRate
        }
      }
      let latitude = random.unit() * 179.8 - 89.9
      let longitude = random.unit() * 360 - 180
      let height = random.unit() * 600_000 - 1000
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let field = try MagneticModel.wmm2025.field(
        at: place, ellipsoidalHeight: height, decimalYear: year)
      let truth = DirectEvaluator(terms: terms)
        .field(latitude: latitude, longitude: longitude, height: height)
      let miss = field.components * 1e9 - truth
      #expect(miss.length < 1e-6, "\(year) \(height) \(latitude) \(longitude)")
      let declination = atan2(truth.y, truth.x) * 180 / .pi
      #expect(
        abs(Angle(degrees: field.declination.degrees - declination).normalized.degrees) < 1e-9)
    }
  }

  @Test(arguments: [1900.0, 1917.3, 1945, 1999.999, 2000, 2014.2, 2025, 2027.5, 2030])
  func `IGRF-14 is linear between its epochs and within 1e-6 nT of the textbook`(
    year: Double
  ) throws {
    let text = try Self.packaged("IGRF14.shc")
    let model = try MagneticModel(parsingSHC: text)
    #expect(model.validity == 1900...2030)
    #expect(model.degree == 13)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ").compactMap { Double($0) } }
    let epochs = lines[1]
    let above = epochs.firstIndex { $0 >= year } ?? epochs.count - 1
    let after = max(above, 1)
    let part = (year - epochs[after - 1]) / (epochs[after] - epochs[after - 1])
    var terms: [SIMD2<Int>: Double] = [:]
    for row in lines.dropFirst(2) where row.count == epochs.count + 2 {
      terms[SIMD2(Int(row[0]), Int(row[1]))] =
        row[after + 1] * (1 - part) + row[after + 2] * part
    }
    #expect(terms.count == 195)
    let evaluator = DirectEvaluator(terms: terms)
    for (latitude, longitude) in [(37.5, 127.0), (-60, -70), (5, 179.9), (88, 10)] {
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let field = try model.field(at: place, ellipsoidalHeight: 1234, decimalYear: year)
      let truth = evaluator.field(latitude: latitude, longitude: longitude, height: 1234)
      #expect((field.components * 1e9 - truth).length < 1e-6)
    }
  }

  @Test(arguments: [
    (1900.0, 37.5, 127.0, 0.0, 29872.4429, -2538.5028, 39898.6606),
    (1945, -45, 10, 0.5, 13426.1655, -6669.0785, -28865.6616),
    (1980, 60, -100, 2, 7247.1113, 1592.1186, 60944.2962),
    (2005, 0, 0, 0, 27479.8482, -3229.4476, -15052.6785),
    (2015, -70, 150, 1, -3534.7676, 2961.8555, -65482.1898),
    (2020, 51.5, -0.1, 0.1, 19513.4373, 12.7387, 44812.3712),
  ])
  func `IGRF-14 agrees with PyPI's ppigrf 2.1.0 at epochs`(
    year: Double, latitude: Double, longitude: Double, kilometres: Double, north: Double,
    east: Double, down: Double
  ) throws {
    let model = try MagneticModel(parsingSHC: Self.packaged("IGRF14.shc"))
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let field = try model.field(
      at: place, ellipsoidalHeight: kilometres * 1000, decimalYear: year)
    // The package rounds the ellipsoid: 3.3e-4 nT.
    #expect((field.components * 1e9 - Vector3(north, east, down)).length < 1e-3)
  }

  @Test func `The compiled-in model is NOAA's file`() throws {
    let model = try MagneticModel(parsingCOF: ReferenceData.text("WMM2025.COF"))
    #expect(model.name == "WMM-2025")
    #expect(model.validity == MagneticModel.wmm2025.validity)
    #expect(
      model.pieces[0].expansion.table == MagneticModel.wmm2025.pieces[0].expansion.table)
  }
}
