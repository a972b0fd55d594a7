import Foundation
import HeadingGeometry
import HeadingSensing
import HeadingTesting
import Testing

@testable import HeadingGNSS

/// What a hostile gpsd may send: every value at the ends of its range.
struct ExtremeReportTests {
  @Test(arguments: [
    #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2026-07-01T10:00:01.000Z","ept":0.005,"lat":47.1,"lon":8.9,"altHAE":450.1,"altMSL":402.3,"epx":2.1,"epy":2.2,"epv":4.0,"track":12.5,"speed":1.25,"climb":0.1,"eps":0.4,"epd":3.1,"sep":5.1,"eph":3.0,"status":1,"leapseconds":18}"#,
    #"{"class":"ATT","device":"/dev/ttyUSB0","time":"2026-07-01T10:00:01.000Z","heading":14223.0,"mag_st":"N","pitch":1,"roll":1,"depth":1}"#,
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyUSB0","activated":"2026-07-01T10:00:00.000Z"}]}"#,
  ])
  func `extreme reports give plausible fixes or none`(report: String) throws {
    for variant in try Extremes.variants(of: report) {
      let now = BootTime(seconds: 100)
      var session = GPSDSession(endpoint: "localhost:2947", ageLimit: 2, at: now)
      for case .event(.fix(let fix)) in session.receive(Array(variant.utf8), at: now) {
        #expect(fix.coordinate.latitude.isFinite && fix.coordinate.longitude.isFinite)
        #expect(fix.speed?.isFinite ?? true)
      }
      _ = session.check(at: BootTime(nanoseconds: .max))
    }
  }

  @Test(arguments: [
    "9999-12-31T23:59:60.999999999Z", "0000-01-01T00:00:00Z", "-999-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999999Z", "", "99999999999999999999Z",
  ])
  func `times at the ends of the calendar`(text: String) {
    if let time = UniversalTime(iso8601: text) { #expect(time.decimalYear.isFinite) }
  }

  @Test(arguments: [
    "2026-02-29", "2026-02-30", "2026-04-31", "2100-02-29", "2026-00-01", "2026-01-00",
  ])
  func `dates that do not exist are refused`(day: String) {
    #expect(UniversalTime(iso8601: "\(day)T12:00:00Z") == nil)
    #expect(UniversalTime(iso8601: "2024-02-29T12:00:00Z") != nil)
  }
}
