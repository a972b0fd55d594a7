import Foundation
import HeadingCalibration
import HeadingGeometry
import HeadingRecording
import HeadingReplay
import HeadingSensing
import Testing

struct RecordingReaderTests {
  private static let header = "t,mag_x,mag_y,mag_z\n"

  /// The good rows of a recording, and its reader at the end.
  private func read(_ text: String) throws -> (rows: [RecordingRow], reader: RecordingReader) {
    var reader = try RecordingReader(Data(text.utf8))
    var rows: [RecordingRow] = []
    while let row = reader.next() { rows.append(row) }
    return (rows, reader)
  }

  @Test func `columns are found by name in any order and converted to SI`() throws {
    let (rows, _) = try read(
      """
      note,mag_z,t,mag_x,mag_y,temperature,pressure,acc_x,acc_y,acc_z,latitude,longitude,course,utc,water_speed
      hello,3,0.5,1,2,25,101325,0,0,9.8,47,8,90,1795219200,2.5
      """)
    let row = try #require(rows.first)
    #expect(row.time.nanoseconds == 500_000_000)
    #expect(((row.magneticField ?? .zero) - Vector3(1e-6, 2e-6, 3e-6)).length < 1e-20)
    #expect(row.acceleration == Vector3(0, 0, 9.8))
    #expect(row.angularRate == nil)
    #expect(row.temperature == 298.15)
    #expect(row.pressure == 101_325)
    #expect(row.waterSpeed == 2.5)
    #expect(row.fix?.coordinate == Coordinate(latitude: 47, longitude: 8))
    #expect(row.fix?.course?.degrees == 90)
    #expect(row.fix?.altitude == nil)
    #expect(row.universalTime?.secondsSince1970 == 1_795_219_200)
  }

  @Test(
    arguments: [
      "\u{FEFF}t,mag_x,mag_y,mag_z\n1,2,3,4\n", "t,mag_x,mag_y,mag_z\r\n1,2,3,4\r\n",
      "\"t\",\"mag_x\",\"mag_y\",\"mag_z\"\n\"1\",\"2\",\"3\",\"4\"\n",
      " t , mag_x,\tmag_y,mag_z \n 1 , 2,\t3 ,4",
      "t,mag_x,mag_y,mag_z\n\n   \n# by hand\n1,2,3,4\n\n",
      "\u{FEFF}\"t\",mag_x,mag_y,mag_z\r\n\r\n  # comment\r\n1,2,3,4",
    ])
  func `variants of the format give the same row`(text: String) throws {
    let (rows, reader) = try read(text)
    #expect(rows.count == 1)
    #expect(rows.first?.time.seconds == 1)
    #expect(
      ((rows.first?.magneticField ?? .zero) - Vector3(2e-6, 3e-6, 4e-6)).length < 1e-20)
    #expect(reader.badRowCount == 0)
  }

  @Test func `a comma within quotes is no separator, in the header and in a row`() throws {
    let (rows, reader) = try read(
      "t,\"note, free\",mag_x,mag_y,mag_z\n1,\"iron, left\",2,3,4\n")
    #expect(rows.count == 1)
    #expect(reader.badRowCount == 0)
  }

  @Test func `an empty cell is a missing value, not zero`() throws {
    let (rows, _) = try read(
      "t,mag_x,mag_y,mag_z,latitude,longitude,pressure\n1,2,,4,47,,\n2,2,3,4,47,8,99000\n")
    #expect(rows.count == 2)
    #expect(rows.first?.magneticField == nil)
    #expect(rows.first?.fix == nil)
    #expect(rows.first?.pressure == nil)
    #expect(rows.last?.fix != nil)
  }

  @Test func `placeholders of loggers are missing values`() throws {
    let header =
      "t,mag_x,mag_y,mag_z,pressure,latitude,longitude,altitude,horizontal_accuracy,"
      + "vertical_accuracy,speed,speed_accuracy,course,climb_rate,ellipsoidal_altitude\n"
    let (rows, reader) = try read(
      header + """
        1,1,2,3,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan
        2,1,2,3,NA,0,0,0,0,0,0,0,0,0,0
        3,1,2,3,null,47,8,400,-1,-1,-1,-1,-1,,
        4,1,2,3,95000,47,8,400,5,-1,-1,-1,-1,none,450
        5,1,2,3,95000,47,8,400,5,3,2,0.5,-90,0.2,450
        """)
    #expect(reader.badRowCount == 0)
    #expect(rows.map { $0.pressure } == [nil, nil, nil, 95_000, 95_000])
    #expect(rows.prefix(3).allSatisfy { $0.fix == nil })
    let poor = try #require(rows[3].fix)
    #expect(poor.horizontalAccuracy == 5 && poor.altitude == nil && poor.verticalAccuracy == nil)
    #expect(poor.speed == nil && poor.speedAccuracy == nil && poor.course == nil)
    let good = try #require(rows[4].fix)
    #expect(good.altitude == 400 && good.ellipsoidalAltitude == 450 && good.verticalAccuracy == 3)
    #expect(good.speed == 2 && good.speedAccuracy == 0.5 && good.climbRate == 0.2)
    #expect(good.course == Heading(degrees: -90))
  }

  @Test func `cells with nan are read as NaN`() throws {
    let (rows, reader) = try read(Self.header + "1,nan,NaN,-nan\n2,inf,1,1\n")
    #expect(rows.count == 2)
    #expect(reader.badRowCount == 0)
    #expect(rows.first?.magneticField?.isFinite == false)
  }

  @Test func `bad rows are skipped, counted and reported with their line`() throws {
    let (rows, reader) = try read(
      Self.header + """
        1,2,3,4
        2,2,x,4

        # a comment counts as a line
        3,2,3
        4,2,3,4,5
        nan,2,3,4
        ,2,3,4
        1e300,2,3,4
        5,2,3,4
        """)
    #expect(rows.map(\.time.seconds) == [1, 5])
    #expect(reader.rowCount == 2)
    #expect(reader.badRowCount == 6)
    #expect(reader.badRows.map(\.line) == [3, 6, 7, 8, 9, 10])
    #expect(reader.badRows.first?.description == "line 3: mag_y is not a number")
    #expect(reader.badRows.allSatisfy { !$0.problem.isEmpty })
  }

  @Test func `a row with an invalid position is bad`() throws {
    let (rows, reader) = try read(
      "t,mag_x,mag_y,mag_z,latitude,longitude\n1,2,3,4,97,8\n2,2,3,4,9,800\n3,2,3,4,-90,180\n")
    #expect(rows.map(\.time.seconds) == [3])
    #expect(reader.badRows.map(\.line) == [2, 3])
  }

  @Test func `an unknown column may have any content`() throws {
    let (rows, _) = try read("t,mag_x,mag_y,mag_z,remark\n1,2,3,4,nonsense\n2,2,3,4,\n")
    #expect(rows.count == 2)
  }

  @Test(
    arguments: [
      ("", RecordingError.empty), ("\n\n", .empty), (",,,\n", .empty),
      ("1,2,3\n4,5,6\n", .noTimeColumn), ("mag_x,mag_y,mag_z\n1,2,3\n", .noTimeColumn),
      ("t,mag_x,mag_y\n", .missingColumn("mag_z")), ("t\n1\n", .noSensorColumns),
      ("t,gyr_x,gyr_y,mag_x,mag_y,mag_z\n", .missingColumn("gyr_z")),
      ("t,mag_x,mag_y,mag_z,longitude\n", .missingColumn("latitude")),
      ("t,t,mag_x,mag_y,mag_z\n", .duplicateColumn("t")),
      ("t,mag_x,mag_y,mag_z,mag_x\n", .duplicateColumn("mag_x")),
    ])
  func `an invalid file is refused with the kind of error`(text: String, error: RecordingError) {
    #expect(throws: error) { try RecordingReader(Data(text.utf8)) }
    #expect(!error.description.isEmpty)
  }

  @Test(arguments: ["1795219200000", "-1e14", "1e300"])
  func `times in milliseconds are refused`(time: String) throws {
    let (rows, reader) = try read("t,utc,mag_x,mag_y,mag_z\n0,\(time),2,3,4\n1,1795219200,2,3,4\n")
    #expect(rows.map(\.universalTime?.secondsSince1970) == [1_795_219_200])
    #expect(reader.badRows.map(\.description) == ["line 2: utc is not a time in Unix seconds"])
  }

  @Test func `binary data do not crash`() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let bytes = (0..<300).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(throws: RecordingError.self) { try RecordingReader(Data(bytes)) }
      var reader = try RecordingReader(Data(Self.header.utf8) + Data(bytes))
      while reader.next() != nil {}
      #expect(reader.rowCount + reader.badRowCount >= 0)
    }
    #expect(throws: RecordingError.empty) {
      try RecordingReader(Data(repeating: UInt8(ascii: "t"), count: 100_000))
    }
  }

  @Test func `the first bad rows are kept, all are counted`() throws {
    let (_, reader) = try read(
      Self.header + String(repeating: "x\n", count: 5000))
    #expect(reader.badRowCount == 5000)
    #expect(reader.badRows.count == RecordingReader.keptBadRows)
  }

  @Test(arguments: [(9000, 4096), (40_000, 4096), (3000, 4096)])
  func `a long recording is reduced to evenly spread blocks of samples`(
    rows: Int, limit: Int
  ) throws {
    var text = "t,gyr_x,gyr_y,gyr_z,mag_x,mag_y,mag_z\n"
    for row in 0..<rows { text += "\(Double(row) / 100),0,0,0.1,\(row % 97),20,-40\n" }
    var reader = try RecordingReader(Data(text.utf8))
    let samples = RecordingSamples(&reader, atMost: limit).samples
    #expect(samples.count <= limit && samples.count >= min(rows, limit / 2))
    let steps = zip(samples.dropFirst(), samples).map { $0.time.seconds(since: $1.time) }
    // Within a block samples are consecutive; a gap is longer than the gyroscope's integration
    // limit.
    #expect(steps.allSatisfy { abs($0 - 0.01) < 1e-6 || $0 > 0.25 })
    #expect(steps.filter { $0 > 0.25 }.count <= limit / 1024)
    let last = try #require(samples.last).time.seconds
    #expect(last > Double(rows) / 100 * 0.7, "\(last) s")
  }
}
