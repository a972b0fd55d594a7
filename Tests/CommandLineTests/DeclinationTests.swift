import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// `compass declination` against published fields.
  final class DeclinationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(
      _ arguments: [String]
    ) async throws -> (status: Int32, output: String, errors: String) {
      try await Program.run("compass", ["declination"] + arguments)
    }

    private func json(_ arguments: [String]) async throws -> [String: Any] {
      let run = try await run(arguments + ["--json"])
      #expect(run.status == 0, "\(run.errors)")
      return try #require(Program.object(run.output))
    }

    private func value(_ object: [String: Any], _ key: String) -> Double {
      object[key] as? Double ?? .nan
    }

    // NOAA's test table of the WMM2025 report: year, km, latitude, longitude, X, Y, Z, H, F, I, D, GV.
    private static let report: [[Double]] = [
      [2025.0, 0.0, 80.0, 0.0, 6521.6, 145.9, 54791.5, 6523.2, 55178.5, 83.21, 1.28, 1.28],
      [2025.0, 0.0, 0.0, 120.0, 39677.8, -109.6, -10580.2, 39677.9, 41064.3, -14.93, -0.16, .nan],
      [
        2025.0, 0.0, -80.0, 240.0, 6117.5, 15751.9, -52022.5, 16898.1, 54698.2, -72.00, 68.78,
        -51.22,
      ],
      [2025.0, 100.0, 80.0, 0.0, 6216.0, 92.4, 52598.8, 6216.7, 52964.9, 83.26, 0.85, 0.85],
      [2025.0, 100.0, 0.0, 120.0, 37688.6, -96.2, -10152.1, 37688.7, 39032.1, -15.08, -0.15, .nan],
      [
        2025.0, 100.0, -80.0, 240.0, 5907.6, 14780.3, -49540.7, 15917.1, 52035.0, -72.19, 68.21,
        -51.79,
      ],
      [2027.5, 0.0, 80.0, 0.0, 6500.8, 294.5, 54869.4, 6507.5, 55253.9, 83.24, 2.59, 2.59],
      [2027.5, 0.0, 0.0, 120.0, 39701.6, -167.4, -10381.8, 39702.0, 41036.9, -14.65, -0.24, .nan],
      [
        2027.5, 0.0, -80.0, 240.0, 6200.7, 15730.3, -51783.7, 16908.3, 54474.2, -71.92, 68.49,
        -51.51,
      ],
      [2027.5, 100.0, 80.0, 0.0, 6196.7, 233.8, 52670.5, 6201.1, 53034.3, 83.29, 2.16, 2.16],
      [2027.5, 100.0, 0.0, 120.0, 37711.5, -148.7, -9969.8, 37711.8, 39007.4, -14.81, -0.23, .nan],
      [
        2027.5, 100.0, -80.0, 240.0, 5984.0, 14760.1, -49317.7, 15927.0, 51825.7, -72.10, 67.93,
        -52.07,
      ],
    ]

    @Test(arguments: report)
    func `the report's test values are reproduced to their last digit`(row: [Double]) async throws {
      let object = try await json([
        "\(row[2])", "\(row[3])", "--altitude", "\(row[1] * 1000)", "--year", "\(row[0])",
      ])
      let expected: [(String, Double, Double)] = [
        ("north", row[4], 0.05), ("east", row[5], 0.05), ("down", row[6], 0.05),
        ("horizontal", row[7], 0.05), ("total", row[8], 0.05), ("inclination", row[9], 0.005),
        ("declination", row[10], 0.005),
      ]
      for (key, printed, tolerance) in expected {
        #expect(abs(value(object, key) - printed) <= tolerance + 1e-9, "\(key)")
      }
      if row[11].isNaN {
        #expect(object["grid_variation"] is NSNull)
      } else {
        #expect(abs(value(object, "grid_variation") - row[11]) <= 0.005 + 1e-9)
      }
    }

    @Test(
      .enabled(if: SharedData.isThere("data/geo/WMM2025_TestValues.txt"), "the table is absent"),
      arguments: [
        ("wmm2025", "WMM2025_TestValues.txt"),
        ("WMMHR2025", "WMMHR2025_TEST_VALUES_pygeomag100.txt"),
      ])
    func `a batch gives the 100 published points to their last digit`(
      model: String, table: String
    ) async throws {
      let rows = try SharedData.text("data/geo/" + table).split(separator: "\n")
        .filter { !$0.hasPrefix("#") }
        .map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
      let points = rows.map { $0.prefix(4).joined(separator: "\t ") + " # NOAA" }
      let input = try folder.put("points.txt", "# year km\n\n" + points.joined(separator: "\n"))
      let run = try await run(["--batch", input, "--model", model])
      #expect(run.status == 0)
      #expect(run.errors.isEmpty)
      let lines = run.output.split(separator: "\n").map { $0.split(separator: " ") }
      #expect(lines.count == 100)
      // The file's X, H and F are up to 7.2e-4 nT off; all else is good to its rounding.
      let tolerances = [
        0.005, 0.005, 1e-3, 1e-3, 3e-6, 3e-6, 1e-3, 1e-6, 1e-6, 3e-6, 3e-6, 3e-6, 3e-6, 3e-6,
      ]
      for (line, row) in zip(lines, rows) {
        #expect(line.count == 18)
        #expect(line.prefix(4).map(String.init) == Array(row.prefix(4)))
        for (column, tolerance) in tolerances.enumerated() {
          let value = try #require(Double(line[4 + column]))
          let printed = try #require(Double(row[4 + column]))
          #expect(abs(value - printed) <= tolerance, "column \(column + 5) of \(row)")
        }
      }
    }

    @Test func `a batch prints numbers without loss of precision`() async throws {
      let input = try folder.put("one.txt", "2026.89 0 37.5664 126.978\n")
      let line = try await run(["--batch", input]).output.split(whereSeparator: \.isWhitespace)
      let text = try await run(["37.5664", "126.978", "--year", "2026.89", "--json"]).output
      #expect(line.prefix(4) == ["2026.89", "0", "37.5664", "126.978"])
      let keys = [
        "declination", "inclination", "horizontal", "north", "east", "down", "total",
      ]
      for (index, key) in (keys + keys.map { $0 + "_rate" }).enumerated() {
        #expect(text.contains("\"\(key)\":\(line[4 + index]),"))
      }
    }

    @Test func `invalid lines of a batch are reported, and all valid ones are answered`()
      async throws
    {
      let input = try folder.put(
        "mixed.txt",
        "2025.0 0 80 0\nnonsense\n2031 0 0 0\n2026 0 91 0\n2026 0 nan 0\n2026 0 0\n2025.0 0 0 120\n"
      )
      let run = try await run(["--batch", input])
      #expect(run.status == 65)
      let lines = run.output.split(separator: "\n").map { $0.split(separator: " ") }
      #expect(lines.count == 7 && lines.allSatisfy { $0.count == 18 })
      #expect(lines[1...5].allSatisfy { $0.allSatisfy { $0 == "nan" } })
      #expect(!lines[0].contains("nan") && !lines[6].contains("nan"))
      for line in 2...6 { #expect(run.errors.contains("line \(line):")) }
      #expect(!run.errors.contains("line 1:") && !run.errors.contains("line 7:"))
      let extrapolated = try await self.run(["--batch", input, "--extrapolate"])
      #expect(
        extrapolated.output.split(separator: "\n").filter { !$0.contains("nan") }.count == 3)
    }

    @Test func `a batch accepts commas and comments, and each input line gives an output line`()
      async throws
    {
      let input = try folder.put("points.csv", "# points\n2026,0,47.5,8\n\n2026 0 47.5 8 # same\n")
      let run = try await run(["--batch", input, "--header"])
      let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(run.status == 0 && lines.count == 6, "\(run.output)")
      #expect(lines[0].hasPrefix("# year altitude_km latitude longitude D I H"))
      #expect(lines[0].dropFirst(2).split(separator: " ").count == 18)
      #expect(lines[1].isEmpty && lines[3].isEmpty && lines[5].isEmpty)
      #expect(lines[2].hasPrefix("2026 0 47.5 8 ") && lines[2] == lines[4])
    }

    @Test(arguments: [
      ["37.5663528", "126.9779528"], ["37°33'58.87\"N", "126°58'40.63\"E"],
      ["37 33 58.87 N", "126 58 40.63 E"], ["N37.5663528", "E126.9779528"],
      ["37.5663528,", "126.9779528"], ["37.5663528, 126.9779528"],
      ["37", "33", "58.87", "N", "126", "58", "40.63", "E"],
    ])
    func `Seoul City Hall however it is typed`(place: [String]) async throws {
      let object = try await json(place + ["--date", "2026-11-21"])
      #expect(abs(value(object, "declination") - -9.025) < 0.0005)
      #expect(abs(value(object, "declination_rate") - -0.039) < 0.0005)
      #expect(abs(value(object, "declination_uncertainty") - 0.317) < 0.0005)
      #expect(abs(value(object, "horizontal") - 29_754) < 1)
      #expect(object["zone"] as? String == "normal")
      #expect(object["model"] as? String == "WMM-2025")
    }

    @Test func `two dashes may stand before a place in the south, an unknown option may not`()
      async throws
    {
      let plain = try await run(["-33.8688", "151.2093", "--year", "2026.89"])
      let dashed = try await run(["--year", "2026.89", "--", "-33.8688", "151.2093"])
      #expect(dashed.status == 0 && dashed.output == plain.output)
      let unknown = try await run(["-33.8688", "151.2093", "--nope"])
      #expect(unknown.status == 64 && unknown.errors.contains("'--nope'"))
    }

    @Test func `the text report has the elements with units, rates and errors`() async throws {
      let run = try await run(["-33.8688", "151.2093", "--year", "2026.89"])
      #expect(run.status == 0)
      // The declination of Sydney is 12.83°.
      let line = try #require(run.output.split(separator: "\n").dropFirst().first)
      #expect(line.hasPrefix("declination"))
      let declination = line.split(separator: " ").dropFirst().first.flatMap {
        Double($0.dropLast())
      }
      #expect(abs((declination ?? .nan) - 12.83) < 0.005)
      #expect(line.contains("°/year") && line.contains("° E  ±0.3"))
      #expect(run.output.split(separator: "\n").count == 8)
      let weak = try await self.run(["85.76", "139.2", "--year", "2026.5"])
      #expect(weak.output.contains("zone: blackout"))
      #expect(weak.output.contains("grid variation"))
    }

    @Test func `a model file of the next epoch is read`() async throws {
      let text = """
            2030.0            WMM-2030     11/13/2029
          1  0  -30000.0       0.0       10.0        0.0
          1  1       0.0       0.0        0.0        0.0
        999999999999999999999999999999999999999999999999
        """
      let object = try await json([
        "0", "0", "--year", "2031", "--model", try folder.put("WMM2030.COF", text),
      ])
      #expect(object["model"] as? String == "WMM-2030")
      // An axial dipole points north at the equator, (6371.2 / 6378.137)³ times g.
      #expect(abs(value(object, "north") - 29_990 * 0.99674084) < 0.01)
      #expect(abs(value(object, "declination")) < 1e-9)
      let torn = try await run([
        "0", "0", "--model", try folder.put("torn.COF", String(text.prefix(90))),
      ])
      #expect(torn.status == 65)
      #expect(torn.errors.contains("torn.COF is not a magnetic model"))
    }

    @Test func `IGRF covers 1900, WMM states its validity`() async throws {
      // PyPI's ppigrf 2.1.0.
      let object = try await json(["37.5", "127", "--year", "1900", "--model", "igrf14"])
      #expect(abs(value(object, "north") - 29872.4429) < 1e-3)
      #expect(abs(value(object, "east") - -2538.5028) < 1e-3)
      for year in ["1899.9", "2030.1"] {
        let run = try await run(["37.5", "127", "--year", year, "--model", "igrf14"])
        #expect(run.status == 65)
        #expect(run.errors.contains("1900.0 to 2030.0"))
      }
      for year in ["2024.9", "2030.1"] {
        let refused = try await run(["37.5", "127", "--year", year])
        #expect(refused.status == 65)
        #expect(refused.errors.contains("2025.0 to 2030.0"))
        #expect(refused.output.isEmpty)
        let answered = try await run(["37.5", "127", "--year", year, "--extrapolate"])
        #expect(answered.status == 0)
        #expect(answered.output.contains("outside the model's validity"))
      }
    }

    @Test(arguments: [("1013.25", 988.5), ("1003.25", 905.0)])
    func `a replay uses the altimeter setting`(setting: String, metres: Double) async throws {
      let rows = (0..<30).map { "\(Double($0) / 10),0,0,9.8,0,20,-40,90000\n" }.joined()
      let recording = try folder.put(
        "qnh.csv", "t,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z,pressure\n" + rows)
      let run = try await Program.run("compass", ["replay", recording, "--json", "--qnh", setting])
      let last = try #require(
        run.output.split(separator: "\n").last.flatMap { Program.object(String($0)) })
      // 10 hPa are 83.5 m at sea level in the standard's air, which lies between all others.
      #expect(abs(value(last, "altitude") - metres) < 2)
      #expect(value(last, "vertical_accuracy") < 10)
    }

    @Test func `the live compass and a replay load a model and a geoid from files`()
      async throws
    {
      let recording = try folder.put(
        "one.csv",
        "t,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z,latitude,longitude,altitude\n"
          + "0,0,0,9.8,0,20,-40,37.5,127,61\n1,0,0,9.8,0,20,-40,37.5,127,61\n")
      let base = ["replay", recording, "--json", "--date", "2026-11-21"]
      let plain = try await Program.run("compass", base)
      let last = try #require(
        plain.output.split(separator: "\n").last.flatMap { Program.object(String($0)) })
      // EGM96: 22.968 m.
      #expect(abs(value(last, "ellipsoidal_altitude") - 83.968) < 0.01)
      let high = try await Program.run("compass", base + ["--model", "wmmhr2025"])
      let other = try #require(
        high.output.split(separator: "\n").last.flatMap { Program.object(String($0)) })
      let expected = try await json([
        "37.5", "127", "--altitude", "61", "--date", "2026-11-21", "--model", "wmmhr2025",
      ])
      #expect(value(other, "declination") != value(last, "declination"))
      #expect(abs(value(other, "declination") - value(expected, "declination")) < 0.01)
      let missing = try await Program.run("compass", ["--simulate", "--once", "--model", "none"])
      #expect(missing.status == 66)
      let service = try await Program.run(
        "headingd",
        ["--simulate", "--model", "none", "--socket", folder.url.appendingPathComponent("s").path])
      #expect(service.status == 66)
      let live = try await Program.run("compass", ["--simulate", "--once", "--json"])
      let shown = try #require(Program.object(live.output))
      #expect(shown["ellipsoidal_altitude"] as? Double != nil)
    }

    @Test func `an altitude above mean sea level is converted by the geoid`() async throws {
      // EGM96 at 37.5° N 127° E: 22.968 m.
      let object = try await json([
        "37.5", "127", "--altitude", "-10", "--above-sea-level", "--year", "2026",
      ])
      #expect(value(object, "altitude") == -10)
      #expect(abs(value(object, "ellipsoidal_altitude") - 12.968) < 0.01)
      let same = try await json(["37.5", "127", "--altitude", "12.968", "--year", "2026"])
      #expect(abs(value(same, "total") - value(object, "total")) < 1e-3)
    }

    @Test(
      arguments: [
        "", "37.5", "abc 127", "91 0", "0 361", "nan 0", "0 0 --bogus", "0 0 --year x",
        "0 0 --date 2026-02-29", "0 0 --date 2026-11-21 --year 2026", "0 0 --altitude",
        "0 0 --batch -", "--batch - --json", "1 2 3", "0 0 --year nan", "0 0 --year 1e300",
        "0 0 --year inf --extrapolate", "0 0 --year 999", "0 0 --date 1899",
        "0 0 --altitude nan", "0 0 --altitude 850001", "0 0 --altitude -11001",
      ])
    func `a wrong command line ends with 64`(arguments: String) async throws {
      let run = try await run(arguments.split(separator: " ").map(String.init))
      #expect(run.status == 64)
      #expect(run.output.isEmpty)
      #expect(!run.errors.isEmpty)
    }

    @Test(arguments: ["--date 1899-12-31", "--year 1950.0013698630137", "--year 2031"])
    func `a date outside the model states the remedy once`(date: String) async throws {
      let run = try await run(["37.5", "127"] + date.split(separator: " ").map(String.init))
      #expect(run.status == 65)
      #expect(run.errors.components(separatedBy: "extrapolat").count == 2, "\(run.errors)")
      #expect(!run.errors.contains("001369") && run.errors.contains("2025.0 to 2030.0"))
    }

    @Test func `a place is printed in degrees, minutes and seconds`() async throws {
      let run = try await run(["37.5664", "-126.978", "--coordinates", "dms"])
      #expect(run.output.contains("37°33'59.0\" N 126°58'40.8\" W"), "\(run.output)")
    }

    @Test func `a file that is missing ends with 66`() async throws {
      let missing = folder.url.appendingPathComponent("missing").path
      for arguments in [
        ["--batch", missing], ["0", "0", "--model", missing], ["--batch", folder.url.path],
      ] {
        let run = try await run(arguments)
        #expect(run.status == 66)
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(!run.errors.contains("NSCocoa"))
      }
    }
  }
}
