import HeadingGeodesy
import HeadingGeometry
import Testing

/// Coordinates as people type and read them.
@Suite struct CoordinateTextTests {
  @Test(arguments: [
    "37°33'58.87\"N", "37 33 58.87 N", "N37°33′58.87″", "37:33:58.87N", "37° 33' 58.87\"",
    "37°33’58.87”n", "n 37 33 58.87", "37d33'58.87\"N", "N 37° 33′ 58.87″", "37 : 33 : 58.87 N",
    "  37°33'58.87\"N  ", "37˚33'58.87\"N", "+37°33'58.87\"", "+37 33 58.87", "37°33'58.87''N",
    "37º33´58.87\" N", "37d33m58.87s", "37d33m58.87sN", "37D 33M 58.87s N",
  ])
  func `Ways to write 37 degrees 33 minutes 58,87 seconds north`(text: String) throws {
    let value = try CoordinateText.degrees(text, axis: .latitude)
    #expect(abs(value - 37.56635277777778) < 1e-14)
  }

  @Test(arguments: [
    ("-126.977", -126.977), ("126.977W", -126.977), ("W126.977", -126.977), ("−126.977", -126.977),
    ("126 58.62 W", -126.977), ("360", 0), ("359.5", -0.5), ("180", 180), ("-180", -180), ("0", 0),
    (".5", 0.5), ("5.", 5),
  ])
  func `Ways to write a longitude`(text: String, degrees: Double) throws {
    #expect(abs(try CoordinateText.degrees(text, axis: .longitude) - degrees) < 1e-12)
  }

  @Test(arguments: [
    "37.5664, 126.9777", "37.5664 126.9777", "N37.5664 E126.9777", "37.5664N 126.9777E",
    "126.9777E 37.5664N", "37.5664;126.9777", "E126.9777, N37.5664", "37 33.984 126 58.662",
    "37°33.984'N,126°58.662'E", "37.5664° N, 126.9777° E", "37.5664°N 126.9777°E",
    "N 37° 33.984' E 126° 58.662'", "37:33:59.04N 126:58:39.72E", "37.5664,126.9777",
    "37°33'59.04\"N; 126°58'39.72\"E", "37d33'59.04\"N 126d58'39.72\"E", "37 33 59.04 126 58 39.72",
    "+37.5664 +126.9777", "37d33m59.04s 126d58m39.72s", "37d33.984m 126d58.662m",
  ])
  func `Ways to write a coordinate`(text: String) throws {
    let place = try CoordinateText.coordinate(text)
    #expect(abs(place.latitude - 37.5664) < 1e-12)
    #expect(abs(place.longitude - 126.9777) < 1e-12)
  }

  @Test(arguments: [
    ("", CoordinateTextError.empty), ("N", .empty), ("hello", .unexpected(position: 1)),
    ("37,5664", .notAPair), ("37.5.6", .numbers), ("1 2 3 4", .numbers), ("37.5 30", .fraction),
    ("37 60", .sixtieths), ("37 59 60", .sixtieths), ("90.0001", .outOfRange(.latitude)),
    ("-91", .outOfRange(.latitude)), ("37E", .hemisphere), ("37NN", .hemisphere),
    ("-37N", .signAndHemisphere), ("S-37", .signAndHemisphere), ("37'", .numbers),
    ("37°'", .numbers), ("3-7", .numbers), ("1e5", .numbers), ("0x1F", .unexpected(position: 2)),
  ])
  func `An invalid latitude is refused with a reason`(
    text: String, error: CoordinateTextError
  ) throws {
    #expect(throws: error) { try CoordinateText.degrees(text, axis: .latitude) }
    #expect(!error.description.isEmpty)
  }

  @Test(
    arguments: [
      ("33°51'24.48\"S 151°12'33.48\"E", -33.8568, 151.2093),
      ("-33.8568, 151.2093", -33.8568, 151.2093),
      ("33.8568S 151.2093E", -33.8568, 151.2093), ("-22.9068 -43.1729", -22.9068, -43.1729),
      ("22°54.408'S 43°10.374'W", -22.9068, -43.1729), ("43.1729W, 22.9068S", -22.9068, -43.1729),
      ("0 -0.5", 0, -0.5), ("-0°30', 0", -0.5, 0), ("90 180", 90, 180), ("-90, -180", -90, -180),
      ("0°0'0.5\"S 0°0'0.5\"W", -0.5 / 3600, -0.5 / 3600), ("12.5 230", 12.5, -130),
      ("33d51m24.48sS 151d12m33.48sE", -33.8568, 151.2093),
      ("33°51'24.48s 151°12'33.48e", -33.8568, 151.2093),
    ] as [(String, Double, Double)])
  func `Coordinates in all quadrants`(
    text: String, latitude: Double, longitude: Double
  ) throws {
    let place = try CoordinateText.coordinate(text)
    #expect(abs(place.latitude - latitude) < 1e-12)
    #expect(abs(place.longitude - longitude) < 1e-12)
  }

  @Test(arguments: ["1", "1 2 3", "1,2,3", "N1 2", "1 N 2 N", "N1 E2 S3", ","])
  func `An invalid coordinate is refused`(text: String) {
    #expect(throws: CoordinateTextError.self) { try CoordinateText.coordinate(text) }
  }

  @Test(arguments: [
    (37.56635277777778, "37°33'58.87\"N"), (59.9999988, "60°00'00.00\"N"),
    (-0.0000001, "0°00'00.00\"N"), (-33.99999999, "34°00'00.00\"S"), (0.999722, "0°59'59.00\"N"),
    (12 + 59.0 / 60 + 59.995 / 3600, "13°00'00.00\"N"), (90, "90°00'00.00\"N"),
  ])
  func `Seconds carry into minutes and degrees`(degrees: Double, text: String) {
    #expect(CoordinateText.degreesMinutesSeconds(degrees, axis: .latitude) == text)
  }

  @Test func `Other forms`() throws {
    #expect(CoordinateText.degreesMinutes(-126.9777, axis: .longitude) == "126°58.6620'W")
    #expect(CoordinateText.degreesMinutes(59.99999999, axis: .latitude) == "60°00.0000'N")
    #expect(CoordinateText.decimalDegrees(-126.9777, decimals: 2) == "-126.98")
    #expect(CoordinateText.decimalDegrees(-0.000001) == "0.00000")
    #expect(CoordinateText.decimalDegrees(5, decimals: 0) == "5")
    #expect(CoordinateText.decimalDegrees(.nan) == "-")
    let hall = try #require(Coordinate(latitude: 37.5663528, longitude: 126.9779528))
    #expect(
      CoordinateText.degreesMinutesSeconds(hall) == "37°33'58.87\"N 126°58'40.63\"E")
  }

  @Test func `Seoul's city hall agrees with the article on Core Location`() throws {
    // 0.5663528° are 33.981168′, and 0.981168′ are 58.87″.
    #expect(
      CoordinateText.degreesMinutesSeconds(37.5663528, axis: .latitude, decimals: 3)
        == "37°33'58.870\"N")
    #expect(
      CoordinateText.degreesMinutes(37.5663528, axis: .latitude, decimals: 6) == "37°33.981168'N")
    let east = try CoordinateText.degrees("126°58'40.63\"E", axis: .longitude)
    #expect(abs(east - 126.9779528) < 0.5e-7)
    let north = try CoordinateText.degrees("37°33'58.87\"N", axis: .latitude)
    #expect(abs(north - 37.5663528) < 0.5e-7)
  }

  @Test func `Formatted coordinates are parsed back to the last digit`() throws {
    var random = RandomPlaces(seed: 11)
    for _ in 0..<3000 {
      let place = try random.next()
      for (text, resolution) in [
        (CoordinateText.degreesMinutesSeconds(place, decimals: 4), 1e-4 / 3600),
        (
          CoordinateText.degreesMinutes(place.latitude, axis: .latitude) + " "
            + CoordinateText.degreesMinutes(place.longitude, axis: .longitude), 1e-4 / 60
        ),
        (
          CoordinateText.decimalDegrees(place.latitude, decimals: 7) + ","
            + CoordinateText.decimalDegrees(place.longitude, decimals: 7), 1e-7
        ),
      ] {
        let back = try CoordinateText.coordinate(text)
        #expect(abs(back.latitude - place.latitude) <= resolution * 0.500001, "\(text)")
        let turn = (back.longitude - place.longitude).remainder(dividingBy: 360)
        #expect(abs(turn) <= resolution * 0.500001, "\(text)")
      }
    }
  }

  @Test func `No text crashes the parser`() {
    let alphabet = Array("0123456789.-+NSEWnsew°'\"′″,; :x\u{2212}é")
    var random = RandomPlaces(seed: 12)
    for _ in 0..<5000 {
      let length = Int(random.unit() * 14)
      let text = String(
        (0..<length).map { _ in alphabet[Int(random.unit() * Double(alphabet.count))] })
      _ = try? CoordinateText.coordinate(text)
      _ = try? CoordinateText.degrees(text, axis: .longitude)
    }
  }
}
