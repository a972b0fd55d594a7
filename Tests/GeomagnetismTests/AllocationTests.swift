import Geomagnetism
import HeadingGeometry
import HeadingTesting
import Testing

/// No kind of evaluation allocates memory.
///
/// Loops use indices: an array's iterator allocates in unoptimized code.
@Suite(.enabled(if: Allocations.areCounted, "a sanitizer counts instead"))
struct AllocationTests {
  static func points() throws -> [MagneticPoint] {
    var random = Xorshift(state: 5)
    return try (0..<50).map { _ in
      MagneticPoint(
        coordinate: try #require(
          Coordinate(latitude: random.unit() * 180 - 90, longitude: random.unit() * 360 - 180)),
        ellipsoidalHeight: random.unit() * 10_000, decimalYear: 2025 + 5 * random.unit())
    }
  }

  static func model(_ name: String) throws -> MagneticModel {
    switch name {
    case "IGRF14": try MagneticModel(parsingSHC: SecondImplementationTests.packaged("IGRF14.shc"))
    default: try PublishedTableTests.model(name)
    }
  }

  @Test func `An array is counted`() {
    var kept: [[Int]] = []
    kept.reserveCapacity(1)
    #expect(Allocations.count { kept.append([Int](repeating: 1, count: 100)) } >= 1)
  }

  @Test(arguments: ["WMM2025", "WMMHR2025", "IGRF14"])
  func `An evaluation allocates nothing, elements and uncertainty included`(name: String) throws {
    let model = try Self.model(name)
    let points = try Self.points()
    var sum = 0.0
    func evaluate() throws {
      var index = 0
      while index < points.count {
        let point = points[index]
        index += 1
        let field = try model.field(
          at: point.coordinate, ellipsoidalHeight: point.ellipsoidalHeight,
          decimalYear: point.decimalYear)
        sum += field.elements.declination.radians + field.uncertainty.total
        sum += field.gridVariation?.radians ?? 0
      }
    }
    try evaluate()
    let count = try Allocations.count(evaluate)
    #expect(count == 0)
    #expect(sum.isFinite)
  }

  @Test(arguments: ["WMM2025", "WMMHR2025", "IGRF14"])
  func `A batch allocates nothing`(name: String) throws {
    let model = try Self.model(name)
    let points = try Self.points()
    var sum = 0.0
    func evaluate() {
      model.evaluate(points.span) { _, result in
        if case .success(let field) = result { sum += field.north + field.elements.total }
      }
    }
    evaluate()
    #expect(Allocations.count(evaluate) == 0)
    #expect(sum.isFinite)
  }

  @Test(arguments: ["WMM2025", "WMMHR2025"])
  func `A follower allocates nothing, whether it evaluates or propagates`(
    name: String
  ) throws {
    var follower = MagneticFollower(model: try Self.model(name))
    let places = try (0..<200).map { step in
      try #require(Coordinate(latitude: 37.5 + Double(step) * 1e-4, longitude: 127))
    }
    func follow() throws {
      var index = 0
      while index < places.count {
        _ = try follower.field(at: places[index], decimalYear: 2026.5)
        index += 1
      }
    }
    try follow()
    let evaluations = follower.evaluations
    let count = try Allocations.count(follow)
    #expect(count == 0)
    #expect(follower.evaluations > evaluations)
  }
}
