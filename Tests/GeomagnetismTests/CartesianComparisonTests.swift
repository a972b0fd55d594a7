import Foundation
import HeadingGeometry
import HeadingTesting
import Testing

@testable import Geomagnetism

/// Every model against an evaluator of another formulation: random points, poles and the dateline.
@Suite struct CartesianComparisonTests {
  /// A case: the model, and its terms with their rates.
  struct Case: CustomTestStringConvertible {
    var model: MagneticModel
    var terms: [GaussCoefficient]
    var epoch: Double
    var years: ClosedRange<Double>
    var points: Int

    var testDescription: String { "\(model.name) \(years)" }
  }

  static func cases() throws -> [Case] {
    let wmm = Case(
      model: .wmm2025, terms: WMM2025Coefficients.terms, epoch: 2025, years: 2025...2030,
      points: 400)
    let text = try SecondImplementationTests.packaged("WMMHR2025.COF")
    let rows = text.split(separator: "\n").dropFirst().prefix { !$0.hasPrefix("999") }
    let terms = rows.map { row in
      let numbers = row.split(separator: " ").compactMap { Double($0) }
      return GaussCoefficient(
        degree: Int(numbers[0]), order: Int(numbers[1]), g: numbers[2], h: numbers[3],
        gRate: numbers[4], hRate: numbers[5])
    }
    let high = Case(
      model: try MagneticModel(parsingCOF: text), terms: terms, epoch: 2025, years: 2025...2030,
      points: 15)
    return try [wmm, high] + igrf()
  }

  /// IGRF-14 in three of its time intervals.
  private static func igrf() throws -> [Case] {
    let text = try SecondImplementationTests.packaged("IGRF14.shc")
    let model = try MagneticModel(parsingSHC: text)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ").compactMap { Double($0) } }
    let epochs = lines[1]
    return [0, epochs.count / 2, epochs.count - 2].map { index in
      let years = epochs[index]...epochs[index + 1]
      let terms = lines.dropFirst(2).map { row in
        let rate = (row[index + 3] - row[index + 2]) / (years.upperBound - years.lowerBound)
        let isSine = row[1] < 0
        return GaussCoefficient(
          degree: Int(row[0]), order: Int(abs(row[1])), g: isSine ? 0 : row[index + 2],
          h: isSine ? row[index + 2] : 0, gRate: isSine ? 0 : rate, hRate: isSine ? rate : 0)
      }
      return Case(
        model: model, terms: terms, epoch: years.lowerBound, years: years, points: 100)
    }
  }

  @Test(arguments: try cases())
  func `Random points, poles and the dateline are within 1e-6 nT and 1e-9 degrees`(
    test: Case
  ) throws {
    var random = Xorshift(state: 31)
    var places: [(Double, Double)] = [
      (90, 0), (90, 77), (-90, 0), (-90, -123.5), (89.999999, 10), (-89.999999999, 10), (0, 0),
      (0, 180), (0, -180), (45, 180), (-45, 179.9999999), (10, -179.9999999), (0, 90), (0, -90),
    ]
    for _ in 0..<test.points {
      // Uniform on the sphere.
      places.append((asin(2 * random.unit() - 1) * 180 / .pi, random.unit() * 360 - 180))
    }
    for (latitude, longitude) in places {
      let year =
        test.years.lowerBound + (test.years.upperBound - test.years.lowerBound) * random.unit()
      let height = random.unit() * 861_000 - 11_000
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let field = try test.model.field(at: place, ellipsoidalHeight: height, decimalYear: year)
      let now = test.terms.map {
        (
          n: $0.degree, m: $0.order, g: $0.g + (year - test.epoch) * $0.gRate,
          h: $0.h + (year - test.epoch) * $0.hRate
        )
      }
      let truth = CartesianEvaluator(terms: now)
        .field(latitude: latitude, longitude: longitude, height: height)
      let rate = CartesianEvaluator(
        terms: test.terms.map { (n: $0.degree, m: $0.order, g: $0.gRate, h: $0.hRate) }
      ).field(latitude: latitude, longitude: longitude, height: height)
      let comment: Comment = "\(year) \(height) \(latitude) \(longitude)"
      #expect((field.components * 1e9 - truth).length < 1e-6, comment)
      #expect((field.componentRates * 1e9 - rate).length < 1e-6, comment)
      let horizontal = (truth.x * truth.x + truth.y * truth.y).squareRoot()
      // Where H is below 60 nT, 1e-9 nT change the declination by more than 1e-9°.
      let tolerance = max(1e-9, 1e-9 * 60 / horizontal)
      let declination = Angle(radians: atan2(truth.y, truth.x))
      #expect(
        abs((field.declination - declination).normalized.degrees) < tolerance, comment)
      #expect(
        abs(field.inclination.degrees - atan2(truth.z, horizontal) * 180 / .pi) < 1e-9, comment)
      #expect(abs(field.horizontal * 1e9 - horizontal) < 1e-6, comment)
      #expect(abs(field.total * 1e9 - truth.length) < 1e-6, comment)
    }
  }
}
