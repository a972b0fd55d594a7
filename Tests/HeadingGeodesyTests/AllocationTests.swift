import HeadingGeodesy
import HeadingGeometry
import HeadingTesting
import Testing

/// Geodesics, geoid and atmosphere ask for no memory.
@Suite(.enabled(if: Allocations.areCounted, "a sanitizer counts instead"))
struct AllocationTests {
  @Test func `Geodesics, geoid, atmosphere, tangent plane and UTM allocate no memory`() throws {
    var random = RandomPlaces(seed: 21)
    let places = try (0..<100).map { _ in try random.next() }
    let grid = try GeoidGridTests.grid()
    var sum = 0.0
    // By hand: an array's iterator asks for memory in code that is not optimized.
    func evaluate() {
      var index = 1
      while index < places.count {
        let from = places[index - 1]
        let to = places[index]
        let geodesic = Geodesic(from: from, to: to)
        sum += geodesic.distance
        let end = from.following(azimuth: geodesic.initialAzimuth, distance: 1000)
        sum += end?.azimuth.radians ?? 0
        sum += grid.height(at: from)
        sum += LocalTangentPlane(origin: from).vector(to: to, height: 0).x
        sum += UniversalTransverseMercator(from)?.easting ?? 0
        let pressure = Double(index) * 1100
        sum += StandardAtmosphere.altitude(pressure: pressure, qnh: 100_000) ?? 0
        index += 1
      }
    }
    evaluate()
    #expect(Allocations.count(evaluate) == 0)
    #expect(sum.isFinite)
  }
}
