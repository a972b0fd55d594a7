import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// `compass distance` and `compass altitude` against published numbers.
  struct DistanceAndAltitudeTests {
    private func run(
      _ command: String, _ arguments: [String]
    ) async throws -> (status: Int32, output: String, errors: String) {
      try await Program.run("compass", [command] + arguments)
    }

    private func json(_ command: String, _ arguments: [String]) async throws -> [String: Double] {
      let run = try await run(command, arguments + ["--json"])
      #expect(run.status == 0, "\(run.errors)")
      return try #require(Program.object(run.output) as? [String: Double])
    }

    @Test func `Seoul City Hall to Busan is 324 915,297 m`() async throws {
      let line = try await run("distance", ["37.5665", "126.9780", "35.1796", "129.0756"])
      #expect(
        line.output == "324915.297 m (324.915 km), leaving at 143.9725°, arriving at 145.2168°\n")
      let object = try await json("distance", ["37.5665, 126.978", "35°10'46.56\"N 129.0756E"])
      #expect(abs((object["distance"] ?? .nan) - 324_915.297453) < 1e-6)
      #expect(abs((object["initial_azimuth"] ?? .nan) - 143.9725) < 5e-5)
    }

    // Published outputs of CLLocation.distance(from:), whose own series stops up to 0.55 mm early.
    @Test(
      arguments: [
        ([51.1269942, 16.851781, 52.232855, 20.9211114], 307123.6866843265),
        ([40.733458, -73.845023, 33.879322, -118.080590], 3951949.797008753),
        ([50, 2, 76, 5], 2900825.03478675),
        // The meridian quadrant of WGS 84, twice: equatorial antipodes are joined over a pole.
        ([0, 0, 0, 180], 20003931.4586254),
        ([90, 0, -90, 0], 20003931.4586254), ([12, 34, 12, 34], 0),
      ] as [([Double], Double)])
    func `distances are the published ones within 1 mm`(
      places: [Double], metres: Double
    ) async throws {
      let object = try await json("distance", places.map { "\($0)" })
      #expect(abs((object["distance"] ?? .nan) - metres) < 1e-3)
      #expect((0..<360).contains(object["initial_azimuth"] ?? .nan))
      #expect((0..<360).contains(object["final_azimuth"] ?? .nan))
    }

    @Test(
      arguments: ["", "1 2 3", "1 2 3 4 5", "91 0 0 0", "0 0 0 x", "nan 0 0 0", "0 0 0 0 --bogus"])
    func `an invalid distance argument ends with 64`(arguments: String) async throws {
      let run = try await run("distance", arguments.split(separator: " ").map(String.init))
      #expect(run.status == 64)
      #expect(run.output.isEmpty && !run.errors.isEmpty)
    }

    // ICAO Doc 7488's table, and QNH by ICAO's definition: the difference of two pressure altitudes.
    @Test(
      arguments: [
        ("--pressure 1013.25", 0.0, 0.001), ("--pressure 1001.29438", 100, 0.001),
        ("--pressure 898.74563", 1000, 0.001), ("--pressure 314.43969", 8848, 0.001),
        ("--pressure 226.32040", 11_000, 0.001), ("--pressure 120.44553", 15_000, 0.001),
        ("--pressure 900 --qnh 1003", 902.83, 0.005), ("--pressure 1139.29", -1000, 0.5),
        ("--pressure 900 --qnh 1013.25", 988.5, 0.05),
        // Air of a known temperature: 900 hPa is at 878, 948, 1000 or 1052 m.
        ("--pressure 900 --temperature -20", 878, 0.6),
        ("--pressure 900 --temperature 0", 948, 0.6),
        ("--pressure 900 --temperature 15", 1000, 0.6),
        ("--pressure 900 --temperature 30", 1052, 0.6),
      ] as [(String, Double, Double)])
    func `altitudes are those of the standard`(
      arguments: String, metres: Double, tolerance: Double
    ) async throws {
      let words = arguments.split(separator: " ").map(String.init)
      let object = try await json("altitude", words)
      #expect(abs((object["altitude"] ?? .nan) - metres) < tolerance)
      let line = try await run("altitude", words).output
      let shown = try #require(Double(line.dropLast(3)))
      #expect(line.hasSuffix(" m\n"))
      #expect(abs(shown - metres) < tolerance + 0.05)
    }

    @Test func `the requested units are used`() async throws {
      let sea = try await run("distance", ["0", "0", "0", "1", "--units", "nautical"])
      // A degree of the equator: 6378137 m · π/180 = 111319.491 m.
      #expect(sea.output.hasPrefix("60.108 nmi, "))
      // 11.1 m along a meridian (6335439 m · 0.0001° · π/180 = 11.057 m).
      for (units, text) in [
        ("metric", "11.057 m,"), ("imperial", "0.0069 mi,"), ("nautical", "0.0060 nmi,"),
      ] {
        let near = try await run("distance", ["0", "0", "0.0001", "0", "--units", units])
        #expect(near.output.hasPrefix(text), "\(near.output)")
      }
      #expect(
        try await run("distance", ["1", "2", "1", "2"]).output == "0.000 m, the same place\n")
      let air = try await run("altitude", ["--pressure", "900", "--units", "imperial"])
      #expect(air.output == "3243.1 ft\n")
      let refused = try await run("altitude", ["--pressure", "900", "--units", "parsecs"])
      #expect(refused.status == 64)
    }

    @Test(arguments: ["", "--pressure x", "--pressure 900 1", "--pressure 900 --qnh"])
    func `an invalid altitude argument ends with 64`(arguments: String) async throws {
      let run = try await run("altitude", arguments.split(separator: " ").map(String.init))
      #expect(run.status == 64)
      #expect(run.output.isEmpty && !run.errors.isEmpty)
    }

    @Test(
      arguments: [
        "--pressure 0", "--pressure -900", "--pressure nan", "--pressure inf", "--pressure 90000",
        "--pressure 900 --qnh nan", "--pressure 900 --qnh 0", "--pressure 900 --temperature nan",
        "--pressure 900 --temperature -274", "--pressure 900 --temperature 400",
      ])
    func `a pressure outside the atmosphere ends with 64`(arguments: String) async throws {
      let run = try await run("altitude", arguments.split(separator: " ").map(String.init))
      #expect(run.status == 64)
      #expect(run.output.isEmpty)
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }
}
