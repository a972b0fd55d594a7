import HeadingGNSS
import HeadingGeometry
import HeadingSensing
import Testing

/// gpsd's lines, as gpsd 3.22 wrote them here and as its documentation describes them.
struct GPSDReportTests {
  private static let arrival = BootTime(seconds: 100)

  private func fix(_ line: String) throws -> Fix? {
    guard case .position(let report) = try #require(GPSDReport(line: Array(line.utf8))) else {
      Issue.record("not a position report")
      return nil
    }
    return report.fix(at: Self.arrival)
  }

  /// Captured from gpsd 3.22; the errors come from its own model.
  private static let captured =
    #"{"class":"TPV","device":"udp://127.0.0.1:29472","mode":3,"time":"2026-11-21T12:35:03.400Z","#
    + #""ept":0.005,"lat":51.666666667,"lon":-0.333333333,"altHAE":106.0000,"altMSL":60.0000,"#
    + #""alt":60.0000,"epv":34.500,"track":54.7000,"magtrack":54.4462,"magvar":-0.3,"speed":5.000,"#
    + #""climb":0.000,"epc":690.00,"geoidSep":46.000,"eph":17.100,"sep":34.200}"#

  @Test func `a captured report becomes a fix`() throws {
    let fix = try #require(try fix(Self.captured))
    #expect(fix.time == Self.arrival)
    #expect(fix.universalTime == UniversalTime(secondsSince1970: 1_795_264_503.4))
    #expect(fix.coordinate == Coordinate(latitude: 51.666666667, longitude: -0.333333333))
    #expect(fix.altitude == 60)
    #expect(fix.ellipsoidalAltitude == 106)
    #expect(fix.horizontalAccuracy == 17.1)
    #expect(fix.verticalAccuracy == 34.5)
    #expect(fix.speed == 5)
    #expect(fix.speedAccuracy == nil)
    #expect(fix.course == Heading(degrees: 54.7))
    #expect(fix.courseAccuracy == nil)
    // gpsd's own, from two heights.
    #expect(fix.climbRate == nil)
  }

  @Test func `only a measured climb rate is used`() throws {
    let line =
      #"{"class":"TPV","mode":3,"lat":1,"lon":2,"speed":9,"climb":3,"velN":9,"velE":0,"velD":-1.5}"#
    #expect(try #require(try fix(line)).climbRate == 1.5)
  }

  /// As gpsd 3.22 sent it for `RMC` and `HDT`: commas too many and too few.
  @Test func `the malformed attitude of gpsd 3.22 is parsed`() throws {
    let line =
      #"{"class":"ATT","device":"/dev/ttyACM0",,"time":"2026-11-22T00:34:44.600Z""heading":120.200,"#
      + #""dip":1.000,"acc_len":1.000}"#
    guard case .attitude(let report) = try #require(GPSDReport(line: Array(line.utf8))) else {
      Issue.record("not an attitude")
      return
    }
    #expect(report.device == "/dev/ttyACM0")
    #expect(report.heading == 120.2)
    #expect(GPSDReport(line: Array(#"{"class":"ATT","device":,,}"#.utf8)) == nil)
  }

  @Test func `missing keys stay nil, and alt and geoidSep are not read`() throws {
    let line =
      #"{"class":"TPV","mode":3,"lat":1,"lon":2,"alt":77,"geoidSep":40,"magtrack":90,"speed":9}"#
    let fix = try #require(try fix(line))
    #expect(fix.altitude == nil)
    #expect(fix.ellipsoidalAltitude == nil)
    #expect(fix.course == nil)
    #expect(fix.horizontalAccuracy == nil)
    #expect(fix.universalTime == nil)
  }

  @Test(arguments: [
    #"{"class":"TPV","mode":1,"lat":1,"lon":2}"#, #"{"class":"TPV","mode":0}"#,
    #"{"class":"TPV"}"#, #"{"class":"TPV","mode":3}"#, #"{"class":"TPV","mode":3,"lat":1}"#,
    #"{"class":"TPV","mode":3,"lat":91,"lon":2}"#, #"{"class":"TPV","mode":null,"lat":1,"lon":2}"#,
  ])
  func `without mode or position there is no fix`(line: String) throws {
    #expect(try fix(line) == nil)
  }

  @Test func `a mode-2 fix has no altitude`() throws {
    let fix = try #require(
      try fix(#"{"class":"TPV","mode":2,"lat":1,"lon":2,"altMSL":3,"epv":4,"velD":1}"#))
    #expect(fix.altitude == nil)
    #expect(fix.verticalAccuracy == nil)
    #expect(fix.climbRate == nil)
  }

  @Test(
    arguments: [
      // speed, its error, course expected: floor 0.5 m/s, and three times the error.
      (0.011, nil, false), (0.5, nil, false), (0.51, nil, true),
      (0.8, 0.3, false), (0.91, 0.3, true), (5, 2, false), (7, 2, true),
    ] as [(Double, Double?, Bool)])
  func `a course requires a speed beyond its error`(speed: Double, error: Double?, expected: Bool)
    throws
  {
    let stated = error.map { #","eps":\#($0)"# } ?? ""
    let fix = try #require(
      try fix(
        #"{"class":"TPV","mode":3,"lat":1,"lon":2,"track":31.5,"speed":\#(speed)\#(stated)}"#))
    #expect((fix.course != nil) == expected)
    #expect(fix.speed == speed)
  }

  @Test func `a speed error that gpsd derived from position errors is not used`() throws {
    // gpsd's formula at one report a second: (8 + 8) / 1.
    let fix = try #require(
      try fix(
        #"{"class":"TPV","mode":3,"lat":1,"lon":2,"epx":8,"epy":6,"track":31.5,"speed":4,"eps":16}"#
      ))
    #expect(fix.speedAccuracy == nil)
    #expect(fix.course == Heading(degrees: 31.5))
    #expect(fix.horizontalAccuracy == 10)
  }

  @Test func `eph is preferred, and a zero error is ignored`() throws {
    let both = try #require(
      try fix(#"{"class":"TPV","mode":3,"lat":1,"lon":2,"eph":2.5,"epx":8,"epy":6}"#))
    #expect(both.horizontalAccuracy == 2.5)
    let zero = try #require(
      try fix(#"{"class":"TPV","mode":3,"lat":1,"lon":2,"eph":0,"epv":-1,"speed":-1}"#))
    #expect(zero.horizontalAccuracy == nil)
    #expect(zero.verticalAccuracy == nil)
    #expect(zero.speed == nil)
  }

  @Test(arguments: [
    "", "null", "1", "[]", "{}", "{\"class\":null}", "{\"class\":\"TPV\",\"mode\":\"3\"}",
    "{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2", "{'class':'TPV'}",
  ])
  func `a line that is not a report is refused`(line: String) {
    #expect(GPSDReport(line: Array(line.utf8)) == nil)
  }

  @Test func `unknown classes and keys are ignored`() {
    #expect(GPSDReport(line: Array(#"{"class":"NEW","x":{"y":[1]}}"#.utf8)) == .other("NEW"))
    #expect(GPSDReport(line: Array(#"{"class":"SKY","hdop":1.2}"#.utf8)) == .other("SKY"))
    #expect(
      GPSDReport(
        line: Array(
          #"{"class":"VERSION","release":"3.27.5","rev":"x","proto_major":16,"new":1}"#.utf8))
        == .version(release: "3.27.5"))
    #expect(
      GPSDReport(
        line: Array(#"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a"}]}"#.utf8))
        == .devices(["/dev/a"]))
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-11-21T12:35:03.400Z", 1_795_264_503.4),
      ("2016-12-31T23:59:60.000Z", 1_483_228_800), ("2024-02-29T00:00:00.000Z", 1_709_164_800),
    ] as [(String, Double)])
  func `times are parsed`(text: String, expected: Double) {
    var report = PositionReport()
    report.time = text
    #expect(report.universalTime?.secondsSince1970 == expected)
  }

  @Test(arguments: [
    "", "now", "2026-11-21", "2026-11-21T12:35:03", "2026-13-21T12:35:03.4Z",
    "2026-11-21T25:35:03.4Z", "2026-11-21T12:35:0x.4Z", "2026-11-21T12:35:03,4Z",
    "2026-11-21T12:35:03.4444444444444444444444Z", "äääää-ää-ääTää:ää:ääZ",
  ])
  func `malformed times are refused`(text: String) {
    var report = PositionReport()
    report.time = text
    #expect(report.universalTime == nil)
  }
}
