import Foundation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// `compass calibrate --from`, `calibrate deviation` and `audit`: what they make of files.
  final class RecordingCalibrationTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws { temporary = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// A device that turns and is tilted in 48 µT, dip 65°, with 35, −60, 20 µT of hard iron.
    private func turns(
      _ turns: Double = 2, rows: Int = 600, iron: [Double] = [35, -60, 20]
    ) -> [String] {
      (0..<rows).map { row in
        let part = Double(row) / Double(rows) * 2 * .pi
        let (heading, pitch, roll) = (
          turns * part, 0.6 * sin(7 * part) * min(turns, 1), 0.6 * sin(5 * part) * min(turns, 1)
        )
        // Body axes of an earth vector: Ry(−roll) · Rx(−pitch) · Rz(heading).
        func body(_ east: Double, _ north: Double, _ up: Double) -> [Double] {
          let x = east * cos(heading) - north * sin(heading)
          let y = east * sin(heading) + north * cos(heading)
          let (y1, z1) = (y * cos(pitch) + up * sin(pitch), up * cos(pitch) - y * sin(pitch))
          return [x * cos(roll) - z1 * sin(roll), y1, z1 * cos(roll) + x * sin(roll)]
        }
        let dip = 65 * Double.pi / 180
        let field = body(0, 48 * cos(dip), -48 * sin(dip))
        var values: [Double] = [Double(row) * 0.02]
        values += body(0, 0, 9.81)
        // A reading that repeats the one before exactly is a driver's copy.
        let noise = 0.05 * sin(Double(row) * 13)
        values += [field[0] + iron[0] + noise, field[1] + iron[1], field[2] + iron[2]]
        return values.map { "\($0)" }.joined(separator: ",")
      }
    }

    private func write(_ name: String, _ rows: [String]) throws -> String {
      let text = (["t,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z"] + rows).joined(separator: "\n")
      try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
      return path(name)
    }

    private func calibrate(_ file: String) async throws -> (
      status: Int32, output: String, errors: String
    ) {
      try await Program.run(
        "compass", ["calibrate", "--from", file, "--json", "--output", path("profile.json")])
    }

    @Test func `a profile from a recording is for the recording's sensor, else it is said`()
      async throws
    {
      let record = try await Program.run(
        "compass",
        ["record", path("r.mcap"), "--simulate", "--scenario", "tumbling", "--seconds", "30"],
        seconds: 60)
      #expect(record.status == 0, "\(record.errors)")
      let named = try await calibrate(path("r.mcap"))
      #expect(named.status == 0, "\(named.errors)")
      let text = try String(contentsOfFile: path("profile.json"), encoding: .utf8)
      let profile = try #require(Program.object(text))
      #expect(profile["sensor"] != nil && profile["mount_matrix"] != nil, "\(text)")
      let imported = try await Program.run(
        "compass", ["profiles", "import", path("profile.json"), "--folder", path("store")])
      #expect(imported.status == 0, "\(imported.errors)")
      let unnamed = try await Program.run(
        "compass",
        ["calibrate", "--from", write("turns.csv", turns()), "--output", path("other.json")])
      #expect(unnamed.errors.contains("--sensor NAME"), "\(unnamed.errors)")
    }

    @Test func `rotations are accepted, and the hard iron is estimated`() async throws {
      let run = try await calibrate(write("turns.csv", turns()))
      #expect(run.status == 0, "\(run.errors)")
      let object = try #require(Program.object(run.output))
      #expect(object["accepted"] as? Bool == true)
      let iron = try #require(object["hard_iron"] as? [Double])
      for (found, truth) in zip(iron, [35.0, -60, 20]) { #expect(abs(found - truth) < 0.5) }
      for key in [
        "soft_iron", "field_strength", "inclination", "rung", "samples_used", "outliers",
        "coverage", "predicted_heading_error", "quality", "reasons",
      ] { #expect(object[key] != nil, "\(key)") }
      let used = try await Program.run(
        "compass", ["replay", path("turns.csv"), "--profile", path("profile.json"), "--json"])
      #expect(used.status == 0, "\(used.errors)")
    }

    /// 48 µT, dip 64°.
    private let zurich = [
      "--latitude", "47.4", "--longitude", "8.5", "--date", "2026-07-01T12:00:00Z",
    ]

    @Test func `a recording without a profile is replayed with its own calibration`()
      async throws
    {
      func headings(
        iron: [Double], _ arguments: [String]
      ) async throws -> (degrees: [Double?], told: String) {
        let file = try write("raw.csv", turns(iron: iron))
        let run = try await Program.run("compass", ["replay", file, "--json"] + arguments)
        #expect(run.status == 0, "\(run.errors)")
        let rows = run.output.split(separator: "\n").compactMap { Program.object(String($0)) }
        #expect(rows.count == 600)
        return (rows.map { $0["magnetic_heading"] as? Double }, run.errors)
      }
      func apart(_ one: [Double?], _ other: [Double?]) -> Double {
        let turns = zip(one, other).compactMap { first, second -> Double? in
          guard let first, let second else { return nil }
          return abs(remainder(first - second, 360))
        }
        return turns.count > 400 ? turns.max() ?? 180 : 180
      }
      // What the same device says that has no iron is the truth.
      let clean = try await headings(iron: [0, 0, 0], zurich + ["--calibrated"])
      let own = try await headings(iron: [9, -6, 4], zurich)
      #expect(apart(own.degrees, clean.degrees) < 1)
      #expect(own.told.contains("calibrated by the recording itself"), "\(own.told)")
      // 11 µT across a horizontal field of 20 µT.
      let raw = try await headings(iron: [9, -6, 4], zurich + ["--calibrated"])
      #expect(apart(raw.degrees, clean.degrees) > 15 && raw.told.isEmpty, "\(raw.told)")
      let lossStart = try await headings(iron: [9, -6, 4], [])
      // Without a gyroscope nothing tells iron from field.
      #expect(apart(lossStart.degrees, clean.degrees) > 15)
      #expect(lossStart.told.contains("No place is known"))
    }

    @Test func `a recording whose field is calibrated is replayed as it is`() async throws {
      let file = try write("clean.csv", turns(iron: [0, 0, 0]))
      let run = try await Program.run("compass", ["replay", file, "--json"] + zurich)
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      let taken = try await Program.run(
        "compass", ["replay", file, "--json", "--calibrated"] + zurich)
      #expect(run.output == taken.output)
    }

    @Test func `without rotation it is refused with the reason, and the old profile is unchanged`()
      async throws
    {
      let old = Data("old".utf8)
      try old.write(to: URL(fileURLWithPath: path("profile.json")))
      let run = try await calibrate(write("still.csv", turns(0)))
      #expect(run.status == 1)
      #expect(run.errors.contains("nothing is changed") && run.errors.contains("turn it"))
      let object = try #require(Program.object(run.output))
      #expect(object["accepted"] as? Bool == false)
      #expect((object["reasons"] as? [String])?.contains("no_rotation") == true)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path("profile.json"))) == old)
    }

    @Test func `rows without valid numbers are skipped`() async throws {
      var rows = turns()
      for row in stride(from: 3, to: rows.count, by: 7) {
        rows[row] = "\(Double(row) * 0.02),nan,nan,nan,nan,inf,nan"
      }
      let run = try await calibrate(write("nan.csv", rows))
      #expect(run.status == 0, "\(run.errors)")
      let iron = try #require(Program.object(run.output)?["hard_iron"] as? [Double])
      #expect(abs(iron[0] - 35) < 0.5)
    }

    @Test func `a file truncated in a row is used up to there, an empty one is refused`()
      async throws
    {
      let file = try write("torn.csv", turns())
      let whole = try Data(contentsOf: URL(fileURLWithPath: file))
      try whole.dropLast(31).write(to: URL(fileURLWithPath: file))
      #expect(try await calibrate(file).status == 0)
      try Data().write(to: URL(fileURLWithPath: file))
      let run = try await calibrate(file)
      #expect(run.status == 65 && run.errors.contains("is not a recording"))
      #expect(try await calibrate(path("missing.csv")).status == 66)
    }

    @Test func `a swing in CSV makes a card, and a profile corrected for the deviation`()
      async throws
    {
      var lines = ["compass,reference"]
      for degrees in stride(from: 0.0, to: 360, by: 15) {
        let angle = degrees * .pi / 180
        let reference = (degrees + 2 - 4 * sin(angle) + 3 * cos(2 * angle) + 360)
          .truncatingRemainder(dividingBy: 360)
        lines.append("\(degrees),\(reference)")
      }
      let swing = path("swing.csv")
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: swing))
      let card = try await Program.run("compass", ["calibrate", "deviation", swing])
      #expect(card.status == 0 && card.output.contains("DEVIATION CARD"), "\(card.errors)")
      let json = try await Program.run("compass", ["calibrate", "deviation", swing, "--json"])
      let found = try #require(Program.object(json.output)?["coefficients"] as? [String: Double])
      for (name, truth) in ["A": 2.0, "B": -4.0, "C": 0.0, "D": 0.0, "E": 3.0] {
        #expect(abs((found[name] ?? 99) - truth) < 0.05)
      }
      #expect(try await calibrate(write("turns.csv", turns())).status == 0)
      let applied = try await Program.run(
        "compass",
        [
          "calibrate", "deviation", swing, "--apply", path("profile.json"), "--output",
          path("new.json"),
        ])
      #expect(applied.status == 0, "\(applied.errors)")
      let difference = try await Program.run(
        "compass", ["profiles", "diff", path("profile.json"), path("new.json")])
      #expect(difference.status == 0, "\(difference.errors)")
      try Data("compass,reference\n10,north\n".utf8).write(to: URL(fileURLWithPath: swing))
      let wrong = try await Program.run("compass", ["calibrate", "deviation", swing])
      #expect(wrong.status == 65 && wrong.errors.contains("line 2"))
    }

    @Test func `legs with a course determine the sensor's rotation in its vehicle`() async throws {
      // North 20 µT, east 0; the sensor is turned by 23.8°; 6 legs of 15 s at 4 m/s, 10 Hz.
      var lines = [
        "t,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z,mag_x,mag_y,mag_z,latitude,longitude,"
          + "horizontal_accuracy,speed,course"
      ]
      var time = 0.0
      var latitude = 47.0
      var longitude = 8.0
      for leg in 0..<6 {
        let course = Double(leg * 60)
        for step in 0..<180 {
          // The first three seconds of a leg are the turn into it.
          let turned = course - (step < 30 ? 60 * (1 - Double(step) / 30) : 0)
          let heading = (turned - 23.8) * .pi / 180
          let rate = step < 30 ? -20 * Double.pi / 180 : 0
          latitude += 0.4 * cos(turned * .pi / 180) / 111_200
          longitude += 0.4 * sin(turned * .pi / 180) / 75_900
          let over = (turned + 360).truncatingRemainder(dividingBy: 360)
          // No sensor repeats itself exactly.
          let noise = 0.01 * sin(Double(step) * 13)
          let numbers: [Double] = [
            time, noise, noise, 9.81 + noise, noise / 100, noise / 100, rate + noise / 100,
            -20 * sin(heading) + noise, 20 * cos(heading) - noise, -42 + noise, latitude,
            longitude, 2, 4, over,
          ]
          lines.append(numbers.map { "\($0)" }.joined(separator: ","))
          time += 0.1
        }
      }
      let file = path("drive.csv")
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
      let run = try await Program.run("compass", ["audit", file, "--json", "--date", "2026-06-01"])
      #expect(run.status == 0, "\(run.errors)")
      let object = try #require(Program.object(run.output))
      #expect(object["kind"] as? String == "offset", "\(run.output)")
      // The declination at the place, 3.6° east, is between course and magnetic heading.
      #expect(abs((object["offset"] as? Double ?? 0) - 23.8 + 3.6) < 1.5, "\(run.output)")
      let still = try await Program.run(
        "compass", ["audit", try write("still.csv", turns(0)), "--date", "2026-06-01"])
      #expect(still.status == 1 && still.errors.contains("four are needed"))
    }
  }
}
