import Foundation
import HeadingEngine
import HeadingGeometry
import HeadingRecording
import HeadingReplay
import HeadingSensing
import HeadingTesting
import Testing

struct RecordingReplayTests {
  private func replay(
    _ text: String, _ options: ReplayOptions = ReplayOptions()
  ) throws -> [HeadingSolution] {
    var replay = RecordingReplay(try RecordingReader(Data(text.utf8)), options: options)
    var solutions: [HeadingSolution] = []
    while let solution = replay.next() { solutions.append(solution) }
    return solutions
  }

  /// A level device at rest; magnetic north is `heading` degrees to the left of its nose.
  private func recording(
    rows: Int, heading: Double, more columns: String = "", _ cells: String = "",
    utc: ((Int) -> Double)? = nil
  ) -> String {
    let field = Angle(degrees: heading)
    var text =
      "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z"
      + (utc == nil ? "" : ",utc") + columns + "\n"
    for row in 0..<rows {
      text +=
        "\(Double(row) * 0.01),0,0,0,0,0,9.80665,\(-20 * field.sine),\(20 * field.cosine),-40"
      if let utc { text += ",\(utc(row))" }
      text += cells + "\n"
    }
    return text
  }

  @Test func `every good row gives one solution at the row's time`() throws {
    var text = recording(rows: 300, heading: 50)
    text += "oops\n\n# end\n3.2,,,,,,,,,\n"
    let solutions = try replay(text)
    #expect(solutions.count == 301)
    for (row, solution) in solutions.dropLast().enumerated() {
      #expect(abs(solution.time.seconds - Double(row) * 0.01) < 1e-9)
    }
    let heading = try #require(solutions.last?.magneticHeading.value)
    #expect(abs(heading.turn(from: Heading(degrees: 50)).degrees) < 0.5)
  }

  @Test func `rows with the same or an earlier time also give a solution each`() throws {
    let text = recording(rows: 50, heading: 0)
    let line = try #require(text.split(separator: "\n").dropFirst(10).first)
    let solutions = try replay(text + line + "\n" + line + "\n")
    #expect(solutions.count == 52)
  }

  @Test func `a smoothed replay gives one solution per row, with a heading from the first`()
    throws
  {
    var options = ReplayOptions()
    options.isSmoothed = true
    var text = recording(rows: 300, heading: 50)
    let line = try #require(text.split(separator: "\n").dropFirst(10).first)
    text += line + "\n"
    let solutions = try replay(text, options)
    #expect(solutions.count == 301)
    let first = try #require(solutions.first)
    #expect(
      abs(try #require(first.magneticHeading.value).turn(from: Heading(degrees: 50)).degrees) < 0.5)
    #expect(first.status == .valid, "\(first.reasons.names)")
    #expect(try #require(try replay(text).first).magneticHeading.isMissing)
  }

  @Test func `a fix repeated in the rows counts once`() throws {
    var options = ReplayOptions()
    options.date = UniversalTime(year: 2026, month: 7, day: 1)
    let more = ",latitude,longitude,horizontal_accuracy,pressure"
    let held = try #require(
      try replay(recording(rows: 140, heading: 10, more: more, ",37.8,-122.4,4,99000"), options)
        .last)
    #expect((held.fixAge.value ?? 0) > 1.3)
    #expect(!held.reasons.contains(.fixFrozen))
    // Averaged over a hundred fixes, the bound would be smaller than the receiver's own.
    #expect((held.horizontalAccuracy.value ?? 0) > 3)
  }

  @Test func `invalid cells are reported, and the heading continues`() throws {
    var text = recording(rows: 200, heading: 120)
    text += "2.0,nan,0,0,0,0,9.80665,nan,nan,nan\n"
    let last = try #require(try replay(text).last)
    #expect(last.reasons.contains(.invalidSamples))
    #expect(
      abs(
        (last.magneticHeading.value ?? Heading(degrees: 0)).turn(from: Heading(degrees: 120))
          .degrees)
        < 0.5)
  }

  @Test func `without date and UTC the true heading has the reason date unknown`() throws {
    let last = try #require(
      try replay(recording(rows: 100, heading: 10, more: ",latitude,longitude", ",37.8,-122.4"))
        .last)
    #expect(last.trueHeading.reasons == .dateUnknown)
    #expect(last.coordinate.value != nil)
  }

  @Test func `a given date is used without UTC`() throws {
    var options = ReplayOptions()
    options.date = UniversalTime(year: 2026, month: 7, day: 1)
    let last = try #require(
      try replay(
        recording(rows: 100, heading: 10, more: ",latitude,longitude", ",37.7749,-122.4194"),
        options
      ).last)
    // WMM2025 at San Francisco in July 2026: 12.9° east (NOAA's calculator).
    #expect(abs((last.declination.value ?? .zero).degrees - 12.9) < 0.2)
    #expect(
      abs(
        (last.trueHeading.value ?? Heading(degrees: 0)).turn(from: Heading(degrees: 22.9)).degrees)
        < 0.7)
  }

  @Test func `the file's UTC precedes the given date`() throws {
    var options = ReplayOptions()
    options.date = UniversalTime(year: 2035, month: 7, day: 1)
    options.settings.fixedCoordinate = Coordinate(latitude: 37.7749, longitude: -122.4194)
    let start = UniversalTime(year: 2026, month: 7, day: 1).secondsSince1970
    let text = recording(rows: 100, heading: 10) { start + Double($0) * 0.01 }
    let last = try #require(try replay(text, options).last)
    #expect(last.trueHeading.value != nil, "\(last.trueHeading.reasons.names)")
    let seconds = try #require(last.universalTime.value).secondsSince1970
    #expect(abs(seconds - start - 0.99) < 0.01)
  }

  @Test func `without magnetometer columns the heading is missing with its reason`() throws {
    let last = try #require(
      try replay("t,acc_x,acc_y,acc_z\n0,0,0,9.8\n0.5,0,0,9.8\n1,0,0,9.8\n").last)
    #expect(last.magneticHeading.reasons.contains(.magnetometerMissing))
    #expect(last.reasons.contains(.gyroscopeMissing))
    #expect(last.pitch.value != nil)
  }

  @Test(
    .enabled(if: SharedData.isThere("data/broad"), "the BROAD benchmark is absent"),
    arguments: [
      "02_undisturbed_slow_rotation_B.csv", "10_undisturbed_slow_translation_A.csv",
    ])
  func `the orientation of a real recording is within five degrees of ground truth`(
    name: String
  ) throws {
    // The first minute: in debug the whole trial takes ten times as long.
    let content = try SharedData.data("data/broad/" + name).prefix(2_100_000)
    let text = String(decoding: content, as: UTF8.self)
    let lines = text.split(separator: "\n").dropLast()
    let references = lines.dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).suffix(5)
        .map { Double($0) ?? .nan }
    }
    let solutions = try replay(lines.joined(separator: "\n"))
    #expect(solutions.count == references.count)
    var sum = 0.0
    var count = 0.0
    for (solution, reference) in zip(solutions, references)
    where reference[4] == 1 && reference[0].isFinite {
      let truth = Quaternion(w: reference[0], x: reference[1], y: reference[2], z: reference[3])
      let estimate = try #require(solution.attitude.value)
      let error = (estimate * truth.conjugate).rotationVector.length
      sum += error * error
      count += 1
    }
    #expect(count > 1000)
    #expect(Angle(radians: (sum / count).squareRoot()).degrees < 5)
  }

  @Test(arguments: [("1", "0"), ("true", "false"), ("True", ""), ("1.0", "NA")])
  func `a simulated row marks its solution and all following ones`(
    yes: String, no: String
  ) throws {
    let lines = recording(rows: 40, heading: 10).split(separator: "\n")
    let text = lines.enumerated().map { number, line in
      line + (number == 0 ? ",simulated" : "," + (number == 20 ? yes : no))
    }.joined(separator: "\n")
    let marks = try replay(text).map(\.isSimulated)
    #expect(marks == Array(repeating: false, count: 19) + Array(repeating: true, count: 21))
    // With smoothing, each row depends on later ones.
    var options = ReplayOptions()
    options.isSmoothed = true
    #expect(try replay(text, options).allSatisfy { $0.isSimulated })
    #expect(try replay(recording(rows: 4, heading: 10)).allSatisfy { !$0.isSimulated })
  }
}
