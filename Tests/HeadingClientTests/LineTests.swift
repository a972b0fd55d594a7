import Foundation
import HeadingClient
import Testing

/// Lines as a newer, an older or a faulty daemon may send them.
@Suite(.timeLimit(.minutes(5)))
struct LineTests {
  /// The first update of a server that sends some lines.
  private func update(_ lines: String...) async throws -> HeadingUpdate {
    let server = try ScriptedServer(lines, staysOpen: true)
    let client = try await HeadingClient.connect(to: server.address)
    for try await update in client.updates() { return update }
    throw CancellationError()
  }

  private static func line(_ values: String) -> String {
    #"{"boot_time":1.5,"heading_axis":"+y","status":"valid","reasons":[],"simulated":false,"latency":0.001,\#(values)}"#
  }

  @Test func `newer classes, keys and words are passed over`() async throws {
    let update = try await update(
      #"{"class":"weather","sky":"clear"}"#,
      #"{"boot_time":2,"heading_axis":"+q","status":"splendid","reasons":["bored","no_fix"],"simulated":false,"latency":0.01,"magnetic_heading":12.5,"mood":{"good":true},"steer":"maybe","heading_source":"stars"}"#
    )
    let heading = try #require(update.magneticHeading.value)
    #expect(heading.degrees == 12.5)
    #expect(heading.axis == .forward && heading.source == nil && heading.accuracy == nil)
    #expect(update.status == .invalid)
    #expect(update.steer == .stop)
    // A reason that is not known keeps its name.
    #expect(update.reasons == [Reason(rawValue: "bored"), .noFix])
    #expect(update.reasons[0].advice == nil)
    #expect(update.position == .missing([.noFix]))
    // None of the reasons is known to concern the pressure: all of them.
    #expect(update.pressure.reasons == update.reasons)
  }

  @Test func `keys that an older daemon lacks are missing, without an invented reason`()
    async throws
  {
    let update = try await update(Self.line(#""magnetic_heading":0"#))
    #expect(update.magneticHeading.value?.degrees == 0)
    #expect(update.climbRate == .missing([]))
    #expect(update.missed == 0)
  }

  @Test(arguments: [
    "-0.5", "360", "1e308", "-1e308",
  ])
  func `a number out of its range is missing`(number: String) async throws {
    let update = try await update(
      Self.line(
        #""magnetic_heading":\#(number),"true_heading":\#(number),"course":\#(number),"latitude":1e9,"longitude":0,"velocity":[1],"attitude":[],"coast_left":-1e308,"steer":"coast","time":"x""#
      ))
    #expect(update.magneticHeading.value == nil && update.trueHeading.value == nil)
    #expect(update.heading == nil)
    #expect(update.course.value == nil && update.position.value == nil)
    #expect(update.velocity.value == nil && update.attitude.value == nil)
    #expect(update.time == .missing([]))
    #expect(update.steer == .coast(secondsLeft: 0))
  }

  @Test func `every value has its unit and place`() async throws {
    let update = try await update(
      Self.line(
        #""time":"2026-11-25T01:17:42.500Z","true_heading":23.5,"true_heading_accuracy":2.9,"pitch":8,"roll":-5,"attitude":[1,0,0,0],"rotation_rate":[1,2,3],"field":[4,5,6],"inclination":60.8,"latitude":37.5,"longitude":-122.25,"horizontal_accuracy":2.4,"altitude":51.9,"ellipsoidal_altitude":20,"vertical_accuracy":3.9,"velocity":[1,0,-1],"speed":1,"speed_accuracy":0.31,"course":90,"course_accuracy":4,"pressure":100718,"relative_altitude":1,"climb_rate":0.01,"climb_rate_accuracy":0.11,"fix_age":0.5,"steer":"ok","declination":12.82"#
      ))
    #expect(update.time.value?.timeIntervalSince1970 == 1_795_569_462.5)
    #expect(update.heading?.degrees == 23.5 && update.heading?.accuracy == 2.9)
    #expect(update.heading?.north == .geographic && update.heading?.accuracy95 == nil)
    #expect(update.pitch.value == 8 && update.roll.value == -5)
    #expect(update.attitude.value?.w == 1 && update.attitude.value?.z == 0)
    #expect(update.rotationRate.value?.y == 2 && update.field.value?.z == 6)
    #expect(update.inclination.value == 60.8 && update.declination.value == 12.82)
    #expect(update.position.value?.latitude == 37.5)
    #expect(update.position.value?.longitude == -122.25)
    #expect(update.position.value?.accuracy == 2.4)
    #expect(update.altitude.value?.value == 51.9 && update.altitude.value?.accuracy == 3.9)
    #expect(update.ellipsoidalAltitude.value?.value == 20)
    #expect(update.velocity.value?.z == -1)
    #expect(update.speed.value?.value == 1 && update.speed.value?.accuracy == 0.31)
    #expect(update.course.value?.value == 90 && update.course.value?.accuracy == 4)
    #expect(update.pressure.value == 100_718 && update.relativeAltitude.value == 1)
    #expect(update.climbRate.value?.value == 0.01 && update.climbRate.value?.accuracy == 0.11)
    #expect(update.fixAge.value == 0.5 && update.steer == .ok && update.status == .valid)
  }

  @Test func `updates that were left out are counted`() async throws {
    let update = try await update(
      #"{"class":"missed","count":3}"#, #"{"class":"missed","count":9223372036854775807}"#,
      Self.line(#""pitch":1"#))
    #expect(update.missed == .max)
  }

  @Test func `text that a terminal would obey does not come through`() async throws {
    let update = try await update(
      #"{"boot_time":1,"heading_axis":"+y","status":"valid","reasons":["a\u001b[31m"],"simulated":false,"latency":0}"#
    )
    #expect(update.reasons.map(\.rawValue) == ["a?[31m"])
  }

  @Test func `the names of the profiles that are kept`() async throws {
    let server = try ScriptedServer(
      [#"{"class":"profiles","profiles":["boat","plane"]}"#], staysOpen: true)
    let client = try await HeadingClient.connect(to: server.address)
    #expect(try await client.profiles() == ["boat", "plane"])
  }

  @Test func `silence past the timeout is told`() async throws {
    let server = try ScriptedServer([Self.line(#""pitch":1"#)], staysOpen: true)
    let client = try await HeadingClient.connect(to: server.address)
    var count = 0
    let error = await #expect(throws: HeadingClientError.self) {
      for try await _ in client.updates(timeout: .milliseconds(100)) { count += 1 }
    }
    #expect(error == .silent(server.address))
    #expect(count == 1)
  }
}
