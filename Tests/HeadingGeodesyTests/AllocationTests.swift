import HeadingGeodesy
import HeadingGeometry
import HeadingTesting
import Testing

/// Geodesics, geoid and atmosphere ask for no memory.
@Suite struct AllocationTests {
  @Test func `Geodesics, geoid, atmosphere, tangent plane and UTM cost no memory`() throws {
    var random = RandomPlaces(seed: 21)
    let places = try (0..<100).map { _ in try random.next() }
    let grid = try GeoidGridTests.grid()
    var sum = 0.0
    func evaluate() {
      for (from, to) in zip(places, places.dropFirst()) {
        let geodesic = Geodesic(from: from, to: to)
        sum += geodesic.distance
        sum += from.following(azimuth: geodesic.initialAzimuth, distance: 1000)?.azimuth.radians ?? 0
        sum += grid.height(at: from)
        sum += LocalTangentPlane(origin: from).vector(to: to, height: 0).x
        sum += UniversalTransverseMercator(from)?.easting ?? 0
      }
      for hectopascals in stride(from: 10.0, to: 1200, by: 7) {
        sum += StandardAtmosphere.altitude(pressure: hectopascals * 100, qnh: 100_000) ?? 0
      }
    }
    evaluate()
    #expect(Allocations.count(evaluate) == 0)
    #expect(sum.isFinite)
  }
}
