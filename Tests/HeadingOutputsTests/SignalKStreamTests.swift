import Foundation
import HeadingEngine
import HeadingGeometry
import HeadingNavigation
import HeadingRuntime
import HeadingSensing
import Testing

@testable import HeadingOutputs

/// Deltas: paths, units, signs, and what is withheld.
struct SignalKStreamTests {
  private func update(
    at seconds: Double = 1, _ change: (inout HeadingSolution) -> Void = { _ in }
  ) -> SolutionUpdate {
    var solution = HeadingSolution(time: BootTime(seconds: seconds), missing: .starting)
    change(&solution)
    return SolutionUpdate(solution: solution, latency: 0)
  }

  private func known(_ solution: inout HeadingSolution) {
    solution.status = .valid
    solution.universalTime = .known(UniversalTime(secondsSince1970: 1_764_201_600.25))
    solution.magneticHeading = .known(Heading(degrees: 271))
    solution.headingAccuracy = .known(Angle(degrees: 1))
    solution.trueHeading = .known(Heading(degrees: 270))
    solution.trueHeadingAccuracy = .known(Angle(degrees: 2))
    solution.declination = .known(Angle(degrees: -1))
    solution.attitude = .known(.identity)
    // Clockwise from above, to starboard.
    solution.rotationRate = .known(Vector3(0, 0, -0.25))
    solution.roll = .known(Angle(degrees: 30))
    solution.pitch = .known(Angle(degrees: -10))
    (solution.rollAccuracy, solution.pitchAccuracy) = (
      .known(Angle(degrees: 0.5)), .known(Angle(degrees: 0.25))
    )
    solution.coordinate =
      Coordinate(latitude: -33.85, longitude: 151.25).map { .known($0) } ?? .missing(.starting)
    solution.altitude = .known(12.5)
    solution.horizontalAccuracy = .known(2.5)
    (solution.speed, solution.speedAccuracy) = (.known(3.5), .known(0.25))
    (solution.course, solution.courseAccuracy) = (
      .known(Heading(degrees: 359.999_99)), .known(Angle(degrees: 3))
    )
    solution.navigationSources = [.fixPosition]
    solution.heave = .known(
      Heave(
        displacement: -0.2564, accuracy: 0.05, speed: 1, delayed: 2, delay: 10,
        delayedAccuracy: 0.02))
  }

  private func stream(_ change: (inout SignalKConfiguration) -> Void = { _ in }) -> SignalKStream {
    var configuration = SignalKConfiguration(to: .lines(.udp(host: "127.0.0.1", port: 1)))
    configuration.rate = 50
    change(&configuration)
    return SignalKStream(configuration)
  }

  private func message(_ line: [UInt8]) throws -> [String: Any] {
    #expect(line.last == 0x0A && line.count { $0 == 0x0A } == 1)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    let updates = try #require(object["updates"] as? [[String: Any]])
    #expect(object.keys.sorted() == ["updates"] && updates.count == 1)
    return updates[0]
  }

  private func values(_ line: [UInt8]) throws -> [String: Any] {
    let entries = try #require(try message(line)["values"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: entries.map { ($0["path"] as? String ?? "", $0["value"] ?? 0) })
  }

  @Test func `values are SI with the signs of the specification`() throws {
    var stream = stream()
    let line = stream.line(update { known(&$0) })
    let values = try values(line)
    func number(_ path: String) -> Double { values["navigation.\(path)"] as? Double ?? .nan }
    #expect(abs(number("headingMagnetic") - 4.729842) < 1e-6)
    #expect(abs(number("headingTrue") - 4.712389) < 1e-6)
    #expect(abs(number("headingTrueAccuracy") - 0.034907) < 1e-6)
    #expect(abs(number("magneticVariation") + 0.017453) < 1e-6)
    #expect(number("rateOfTurn") == 0.25)
    #expect(number("courseOverGroundTrue") == 0)
    #expect(abs(number("courseOverGroundMagnetic") - 0.017453) < 1e-6)
    #expect(number("speedOverGround") == 3.5 && number("positionAccuracy") == 2.5)
    #expect(
      values["navigation.attitude"] as? [String: Double]
        == ["roll": 0.523599, "pitch": -0.174533, "yaw": -1.570796])
    #expect(
      values["navigation.position"] as? [String: Double]
        == ["latitude": -33.85, "longitude": 151.25, "altitude": 12.5])
    #expect(values["navigation.gnss.methodQuality"] as? String == "GNSS Fix")
    #expect(values["environment.heave"] as? Double == -0.256)
    #expect(values["environment.heaveAccuracy"] as? Double == 0.05)
    // Without a deviation card there is no heading of the compass apart.
    #expect(values["navigation.headingCompass"] == nil)
    let whole = try message(line)
    #expect(whole["$source"] as? String == "headingd")
    #expect(whole["timestamp"] as? String == "2025-11-27T00:00:00.250Z")
  }

  @Test func `compass and deviation add up to the magnetic heading`() throws {
    var stream = stream()
    let values = try values(
      stream.line(
        update {
          known(&$0)
          $0.magneticHeading = .known(Heading(degrees: 1))
          $0.deviation = Angle(degrees: 3)
        }))
    let compass = try #require(values["navigation.headingCompass"] as? Double)
    let deviation = try #require(values["navigation.magneticDeviation"] as? Double)
    #expect(abs(compass + deviation - 2 * .pi - 0.017453) < 2e-6)
  }

  @Test func `a value that is lost is null, one that was never known is not sent`() throws {
    var stream = stream()
    let before = try values(
      stream.line(update { $0.magneticHeading = .known(Heading(degrees: 5)) }))
    #expect(before["navigation.headingMagnetic"] as? Double == 0.087266)
    #expect(before["navigation.headingTrue"] == nil)
    let after = try values(stream.line(update(at: 2)))
    #expect(after["navigation.headingMagnetic"] is NSNull)
    #expect(after["navigation.headingTrue"] == nil)
    let state = try #require(after["notifications.navigation.heading"] as? [String: Any])
    #expect(state["state"] as? String == "alarm")
    #expect(state["message"] as? String == "no heading: starting")
  }

  @Test func `metadata comes with each new path and twice a minute, with zones of the accuracy`()
    throws
  {
    var stream = stream {
      $0.rate = 1
      ($0.warnAbove, $0.alarmAbove) = (Angle(degrees: 5), Angle(degrees: 20))
    }
    var times: [Int] = []
    for second in 1...100 {
      let line = stream.line(
        update(at: Double(second)) {
          if second >= 10 { known(&$0) }
        })
      guard let meta = try message(line)["meta"] as? [[String: Any]] else { continue }
      times.append(second)
      guard second == 10 else { continue }
      let entry = try #require(
        meta.first { $0["path"] as? String == "navigation.headingTrueAccuracy" })
      let value = try #require(entry["value"] as? [String: Any])
      #expect(value["units"] as? String == "rad" && value["timeout"] as? Double == 3)
      let zones = try #require(value["zones"] as? [[String: Any]])
      #expect(zones.map { $0["state"] as? String } == ["normal", "warn", "alarm"])
      #expect(abs((zones[1]["lower"] as? Double ?? 0) - 0.087266) < 1e-6)
      #expect(abs((zones[2]["lower"] as? Double ?? 0) - 0.349066) < 1e-6)
    }
    #expect(times == [1, 10, 31, 61, 91])
  }

  @Test func `simulated sensors have a source of their own`() throws {
    var stream = stream { $0.source = "bow" }
    let line = stream.line(
      update {
        known(&$0)
        $0.isSimulated = true
      })
    #expect(try message(line)["$source"] as? String == "bow.simulated")
    #expect(try values(line)["navigation.gnss.methodQuality"] as? String == "Simulator mode")
  }

  @Test func `a number that is none is null`() throws {
    var stream = stream()
    _ = stream.line(update { known(&$0) })
    let values = try values(
      stream.line(
        update(at: 2) {
          known(&$0)
          $0.speed = .known(.nan)
          $0.roll = .known(Angle(radians: .infinity))
        }))
    #expect(values["navigation.speedOverGround"] is NSNull)
    #expect(values["navigation.attitude"] is NSNull)
  }

  @Test(arguments: [
    ("ws://boat:3000", "ws://boat:3000", false), ("wss://boat", "wss://boat:443", true),
    ("ws://[::1]:3000/a?b=c", "ws://[::1]:3000/a?b=c", false),
    ("ws://[::1]", "ws://[::1]:80", false),
  ])
  func `an address of a server is read`(text: String, description: String, isSecure: Bool) throws {
    let address = try #require(WebSocketAddress(text))
    #expect(address.description == description && address.isSecure == isSecure)
  }

  @Test(arguments: [
    "ws:boat", "http://boat", "ws://", "ws://:3000", "ws://boat:0", "ws://boat:65536",
    "ws://boat:x", "ws://boat/a b", "ws://boat/\r\nX: y", "ws://a@boat", "ws://[::1",
    "ws://[::1]3000", "ws://bo at",
  ])
  func `other addresses are refused`(text: String) { #expect(WebSocketAddress(text) == nil) }
}
