import HeadingGeodesy
import HeadingGeometry
import HeadingTesting
import RealModule
import Testing

/// Geodesics against tables of exact solutions and published numbers.
@Suite struct GeodesicTests {
  static func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test func `Inverse geodesics agree with exact solutions to 15 nm`() throws {
    let tables = try GeodesicRow.tables
    #expect(tables.map(\.count) == Array([465, 100].prefix(tables.count)))
    for row in tables.joined() {
      let geodesic = Geodesic(from: row.from, to: row.to)
      #expect(abs(geodesic.distance - row.distance) <= 15e-9, "\(row)")
      // Azimuths: the end they lead to lies within 30 nm. (Several paths between antipodal places
      // are equally short; their ends agree, not their azimuths.)
      let end = try #require(
        row.from.following(azimuth: geodesic.initialAzimuth, distance: geodesic.distance))
      #expect(end.coordinate.distance(to: row.to) < 30e-9, "\(row)")
    }
  }

  @Test func `Direct geodesics arrive within 15 nm of the exact end`() throws {
    for row in try GeodesicRow.tables.joined() {
      let end = try #require(
        row.from.following(azimuth: Angle(degrees: row.fromAzimuth), distance: row.distance))
      #expect(end.coordinate.distance(to: row.to) < 15e-9, "\(row)")
    }
  }

  @Test(
    .enabled(if: SharedData.isThere("data/geo/GeodTest-100.dat"), "the tables are absent"))
  func `Azimuths of ordinary geodesics agree to 1e-11 degrees`() throws {
    for row in try GeodesicRow.all(SharedData.text("data/geo/GeodTest-100.dat"))
    where row.distance > 10_000 && row.distance < 19_000_000 {
      let geodesic = Geodesic(from: row.from, to: row.to)
      let sine = min(
        Double.sin(row.distance / 6_371_000),
        Double.cos(row.from.latitude * .pi / 180), Double.cos(row.to.latitude * .pi / 180))
      let tolerance = 1e-11 / max(sine, 1e-4)
      #expect(abs(geodesic.initialAzimuth.degrees - row.fromAzimuth) < tolerance, "\(row)")
      #expect(abs(geodesic.finalAzimuth.degrees - row.toAzimuth) < tolerance, "\(row)")
    }
  }

  // Published outputs of CLLocation.distance(from:): openradar 34557241, GEOSwift issue 248, an iOS test of
  // 2016. Its own series stops early, up to 0.55 mm from the geodesic.
  @Test(arguments: [
    (51.1269942, 16.851781, 52.232855, 20.9211114, 307123.6866843265),
    (40.733458, -73.845023, 33.879322, -118.080590, 3951949.797008753),
    (50, 2, 76, 5, 2900825.03478675),
  ])
  func `Distances are within 1 mm of Core Location's`(
    latitude1: Double, longitude1: Double, latitude2: Double, longitude2: Double, metres: Double
  ) throws {
    let distance = try Self.place(latitude1, longitude1)
      .distance(to: Self.place(latitude2, longitude2))
    #expect(abs(distance - metres) < 1e-3)
  }

  @Test func `Two degrees of longitude at 41 north are Core Location's 168,27 km`() throws {
    let distance =
      try Self.place(41, -111).distance(to: Self.place(41, -112))
      + Self.place(41, -112).distance(to: Self.place(41, -113))
    #expect(abs(distance - 168_270) < 10)
    #expect(abs(distance - 168_269.45) < 0.01)
  }

  @Test func `Seoul City Hall to Busan is 324 915,297 m`() throws {
    let geodesic = Geodesic(
      from: try Self.place(37.5665, 126.9780), to: try Self.place(35.1796, 129.0756))
    #expect(abs(geodesic.distance - 324_915.297453) < 1e-6)
    #expect(abs(geodesic.initialAzimuth.degrees - 143.9725) < 5e-5)
  }

  @Test func `Known lengths on the ellipsoid are reproduced`() throws {
    let equator = WGS84.semiMajorAxis * .pi / 180
    #expect(try abs(Self.place(0, 10).distance(to: Self.place(0, 11)) - equator) < 1e-8)
    // The meridian quadrant of WGS 84 (NGA.STND.0036).
    let quadrant = 10_001_965.7293127
    #expect(try abs(Self.place(0, 50).distance(to: Self.place(90, 0)) - quadrant) < 1e-7)
    #expect(try abs(Self.place(-90, 5).distance(to: Self.place(90, 77)) - 2 * quadrant) < 1e-7)
    // Equatorial antipodes are joined over a pole.
    let antipodes = try Self.place(0, 0).distance(to: Self.place(0, 180))
    #expect(abs(antipodes - 2 * quadrant) < 1e-7)
    let over = try Geodesic(from: Self.place(0, 179), to: Self.place(0, -179))
    #expect(abs(over.distance - 2 * equator) < 1e-8)
    #expect(over.initialAzimuth.degrees == 90 && over.finalAzimuth.degrees == 90)
    let west = try Geodesic(from: Self.place(0, -179), to: Self.place(0, 179))
    #expect(west.initialAzimuth.degrees == -90)
    let south = try Geodesic(from: Self.place(10, 20), to: Self.place(-10, 20))
    #expect(abs(south.initialAzimuth.degrees) == 180 && abs(south.finalAzimuth.degrees) == 180)
  }

  @Test(arguments: [(0.0, 0.0), (90, 0), (-90, 13), (37.5, 180), (-12, -180)])
  func `A point is at distance 0 from itself`(latitude: Double, longitude: Double) throws {
    let place = try Self.place(latitude, longitude)
    let geodesic = Geodesic(from: place, to: place)
    #expect(geodesic.distance == 0)
    #expect(geodesic.initialAzimuth == .zero && geodesic.finalAzimuth == .zero)
    let moved = try #require(place.following(azimuth: Angle(degrees: 77), distance: 0))
    #expect(moved.coordinate.distance(to: place) < 1e-9)
  }

  // The hard cases of GeographicLib's own tests: nearly antipodal, nearly coinciding, on the equator.
  @Test(
    arguments: [
      (36.493349428792, 0, 36.49334942879201, 0.0000008, 0.072, 0.0005),
      (88.202499451857, 0, -88.202499451857, 179.981022032992859592, 20003898.214, 0.0005),
      (89.262080389218, 0, -89.262080389218, 179.992207982775375662, 20003925.854, 0.0005),
      (89.333123580033, 0, -89.333123580032997687, 179.99295812360148422, 20003926.881, 0.0005),
      (56.320923501171, 0, -56.320923501171, 179.664747671772880215, 19993558.287, 0.0005),
      (52.784459512564, 0, -52.784459512563990912, 179.634407464943777557, 19991596.095, 0.0005),
      (48.522876735459, 0, -48.52287673545898293, 179.599720456223079643, 19989144.774, 0.0005),
      (0, 539, 0, 181, 222_639, 0.5), (0, 0, 0, 179, 19_926_189, 0.5),
      (0, 0, 0, 179.5, 19_980_862, 0.5),
      (0, 0, 0, 180, 20_003_931, 0.5), (0, 0, 1, 180, 19_893_357, 0.5),
      (5, 0.00000000000001, 10, 180, 18345191.17433271, 1e-7),
      (40.6, -73.8, 49.01666667, 2.55, 5_853_226, 0.5),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func `GeographicLib's hard cases are reproduced`(
    latitude1: Double, longitude1: Double, latitude2: Double, longitude2: Double, metres: Double,
    tolerance: Double
  ) throws {
    let from = try Self.place(latitude1, longitude1)
    let to = try Self.place(latitude2, longitude2)
    #expect(abs(from.distance(to: to) - metres) < tolerance)
    #expect(abs(to.distance(to: from) - from.distance(to: to)) < 1e-8)
  }

  @Test func `Reversed geodesics are equal`() throws {
    var random = RandomPlaces(seed: 5)
    for _ in 0..<2000 {
      let from = try random.next()
      let to = try random.next()
      let there = Geodesic(from: from, to: to)
      let back = Geodesic(from: to, to: from)
      #expect(abs(there.distance - back.distance) < 1e-8)
      let turn = (there.finalAzimuth - back.initialAzimuth).normalized.degrees
      #expect(abs(abs(turn) - 180) < 1e-6)
    }
  }

  @Test func `The direct problem inverts the inverse one`() throws {
    var random = RandomPlaces(seed: 6)
    for _ in 0..<2000 {
      let from = try random.next()
      let azimuth = Angle(degrees: random.unit() * 360 - 180)
      // Short of the conjugate point the way is the shortest.
      let distance = random.unit() * 19_900_000
      let end = try #require(from.following(azimuth: azimuth, distance: distance))
      let way = Geodesic(from: from, to: end.coordinate)
      #expect(abs(way.distance - distance) < 3e-8)
      let back = try #require(
        end.coordinate.following(azimuth: end.azimuth, distance: -distance))
      #expect(back.coordinate.distance(to: from) < 3e-8)
    }
  }

  @Test func `The triangle inequality holds for nearly antipodal points`() throws {
    var random = RandomPlaces(seed: 8)
    for _ in 0..<1000 {
      let from = try random.next()
      let to = try Self.place(
        max(-90, min(90, -from.latitude + (random.unit() - 0.5) * 0.5)),
        from.longitude + 180 + (random.unit() - 0.5) * 0.5)
      let over = try random.next()
      let direct = from.distance(to: to)
      #expect(direct <= from.distance(to: over) + over.distance(to: to) + 1e-7)
      #expect(direct > 19_900_000 && direct < 20_003_932)
    }
  }

  @Test func `A geodesic with non-finite input has no end`() throws {
    let place = try Self.place(1, 2)
    #expect(place.following(azimuth: Angle(radians: .nan), distance: 1) == nil)
    #expect(place.following(azimuth: .zero, distance: .infinity) == nil)
  }
}
