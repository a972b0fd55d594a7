import HeadingGeodesy
import HeadingGeometry
import RealModule
import Testing

/// Tangent plane, Earth-centred frame, UTM, and the trigonometry under them.
@Suite struct ProjectionTests {
  // PROJ 9.5.1 (pyproj 3.7.2), +proj=utm +ellps=WGS84.
  @Test(arguments: [
    (37.5663528, 126.9779528, 52, 321419.7656, 4159624.3976, -1.233127033, 0.9999928286),
    (-33.8568, 151.2153, 56, 334900.5697, 6252288.7529, 0.994515432, 0.9999360325),
    (60.3913, 5.3221, 32, 297353.9327, 6700648.3452, -3.198716692, 1.0001032402),
    (78.2232, 15.6267, 33, 514278.7151, 8683355.4695, 0.613509055, 0.9996024915),
    (0.0, -177.5, 1, 444361.8076, 0.0000, 0.0, 0.9996383197),
    (83.9, 8.9, 31, 569875.9023, 9320510.7349, 5.866827595, 0.9996596435),
    (-79.5, 179.9, 60, 558974.6426, 1172753.1372, -2.851520114, 0.9996424978),
    (51.4779, -0.0015, 30, 708213.4950, 5707235.6605, 2.346767759, 1.0001323038),
    (64.1466, -21.9426, 27, 454138.3765, 7113689.8690, -0.848272359, 0.9996257544),
    (10.0, 6.0, 32, 171071.2639, 1106908.8542, -0.521415845, 1.0009390614),
  ])
  func `UTM agrees with PROJ`(
    latitude: Double, longitude: Double, zone: Int, easting: Double, northing: Double,
    convergence: Double, scale: Double
  ) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let grid = try #require(UniversalTransverseMercator(place))
    #expect(grid.zone == zone)
    #expect(grid.isNorthern == (latitude >= 0))
    #expect(abs(grid.easting - easting) < 1e-4)
    #expect(abs(grid.northing - northing) < 1e-4)
    // PROJ differentiates numerically.
    #expect(abs(grid.gridConvergence.degrees - convergence) < 1e-7)
    #expect(abs(grid.scale - scale) < 1e-8)
    let heading = Heading<TrueNorth>(degrees: 10).gridHeading(convergence: grid.gridConvergence)
    #expect(abs(heading.turn(from: Heading<GridNorth>(degrees: 10 - convergence)).degrees) < 1e-6)
  }

  @Test(
    arguments: [
      (84.1, 0.0, nil), (-80.1, 0, nil), (0, 180, 1), (0, -180, 1), (60, 3, 32), (63.9, 2.9, 31),
      (64, 5, 31), (73, 8, 31), (73, 9, 33), (80, 33, 37), (80, 42, 38), (71.9, 20, 34),
      (55.999, 3, 31), (56, 3, 32), (56, 2.999, 31), (63.999, 5.999, 32), (64, 3, 31), (60, 12, 33),
      (72, 8.999, 31), (72, 9, 33), (72, 20.999, 33), (72, 21, 35), (72, 32.999, 35), (72, 33, 37),
      (72, 41.999, 37), (72, 42, 38), (72, -0.001, 30), (71.999, 9, 32), (84, 41.9, 37),
      (-60, 3, 31), (-80, -180, 1), (10, 179.999, 60), (10, -174, 2), (0, 0, 31),
    ] as [(Double, Double, Int?)])
  func `Zones with Norway's and Svalbard's exceptions`(
    latitude: Double, longitude: Double, zone: Int?
  ) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect(UniversalTransverseMercator.zone(of: place) == zone)
    #expect(UniversalTransverseMercator(place)?.zone == zone)
  }

  @Test(arguments: [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)])
  func `Grid north lies east of true north to the north-east and south-west of a zone's middle`(
    north: Double, east: Double
  ) throws {
    let place = try #require(Coordinate(latitude: 45 * north, longitude: 9 + 2 * east))
    let grid = try #require(UniversalTransverseMercator(place))
    // tan γ = tan Δλ sin φ on a sphere; the ellipsoid changes it by less than 0.001°.
    let expected = 1.414501 * north * east
    #expect(abs(grid.gridConvergence.degrees - expected) < 0.001)
    let heading = Heading<TrueNorth>(degrees: 90).gridHeading(convergence: grid.gridConvergence)
    #expect(abs(heading.degrees - (90 - grid.gridConvergence.degrees)) < 1e-9)
  }

  @Test func `Grid north is where northing grows`() throws {
    let place = try #require(Coordinate(latitude: 47.3, longitude: 10.9))
    let grid = try #require(UniversalTransverseMercator(place))
    let ahead = try #require(place.following(azimuth: grid.gridConvergence, distance: 1))
    let moved = try #require(UniversalTransverseMercator(ahead.coordinate))
    #expect(abs(moved.easting - grid.easting) < 1e-6)
    #expect(abs(moved.northing - grid.northing - grid.scale) < 1e-6)
  }

  @Test func `Earth-centred positions round-trip`() throws {
    var random = RandomPlaces(seed: 3)
    for _ in 0..<2000 {
      let place = try random.next()
      let height = random.unit() * 900_000 - 11_000
      let back = try #require(
        Coordinate.place(earthCentered: Vector3(earthCentered: place, height: height)))
      #expect(back.coordinate.distance(to: place) < 1e-8)
      #expect(abs(back.height - height) < 1e-8)
    }
    let pole = try #require(Coordinate(latitude: -90, longitude: 0))
    let position = Vector3(earthCentered: pole, height: 5)
    #expect(abs(position.z + WGS84.semiMinorAxis + 5) < 1e-8 && position.x == 0)
    #expect(Coordinate.place(earthCentered: position)?.coordinate.latitude == -90)
    #expect(Coordinate.place(earthCentered: .zero) == nil)
    #expect(Coordinate.place(earthCentered: Vector3(.nan, 0, 0)) == nil)
  }

  @Test func `The tangent plane agrees with geodesics nearby and round-trips`() throws {
    var random = RandomPlaces(seed: 4)
    for _ in 0..<500 {
      let origin = try random.next()
      let plane = LocalTangentPlane(origin: origin, height: 30)
      let azimuth = Angle(degrees: random.unit() * 360)
      let target = try #require(origin.following(azimuth: azimuth, distance: 100)).coordinate
      let vector = plane.vector(to: target, height: 30)
      // 30 m up the circle is longer by 30/6 371 000; the chord and the drop are below 1 mm.
      #expect(abs(vector.x - 100 * azimuth.sine) < 1e-3)
      #expect(abs(vector.y - 100 * azimuth.cosine) < 1e-3)
      #expect(abs(vector.z) < 1e-3)
      let back = try #require(plane.place(at: vector))
      #expect(back.coordinate.distance(to: target) < 1e-8)
      #expect(abs(back.height - 30) < 1e-8)
    }
  }

  @Test func `Sines and cosines in degrees are exact on the axes and accurate between`() {
    for quarter in -8...8 {
      let (sine, cosine) = Angle.sineAndCosine(degrees: Double(quarter) * 90)
      #expect(sine == [0, 1, 0, -1][quarter & 3])
      #expect(cosine == [1, 0, -1, 0][quarter & 3])
    }
    var random = RandomPlaces(seed: 2)
    for _ in 0..<20_000 {
      let degrees = random.unit() * 1440 - 720
      let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
      // The library's own rounding of the angle to radians is up to 1e-15 there.
      let radians = degrees.remainder(dividingBy: 360) * (.pi / 180)
      #expect(abs(sine - Double.sin(radians)) < 6e-16)
      #expect(abs(cosine - Double.cos(radians)) < 6e-16)
      #expect(abs(sine * sine + cosine * cosine - 1) < 5e-16)
    }
    #expect(Angle.sineAndCosine(degrees: .nan).sine.isNaN)
    #expect(Angle.sineAndCosine(degrees: .infinity).cosine.isNaN)
  }
}
