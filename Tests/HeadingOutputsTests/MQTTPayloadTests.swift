import Foundation
import HeadingEngine
import HeadingGeometry
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import Testing

@testable import HeadingOutputs

/// Payloads for a broker.
@Suite(.timeLimit(.minutes(1)))
struct MQTTPayloadTests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Bytes by cbor2 5.7.1, `dumps(value, canonical=True)`.
  @Test(
    arguments: [
      (0, "00"), (23, "17"), (24, "1818"), (255, "18ff"), (256, "190100"), (65_535, "19ffff"),
      (65_536, "1a00010000"), (4_294_967_295, "1affffffff"), (4_294_967_296, "1b0000000100000000"),
      (Int64.max, "1b7fffffffffffffff"), (-1, "20"), (-24, "37"), (-25, "3818"), (-256, "38ff"),
      (-257, "390100"), (Int64.min, "3b7fffffffffffffff"),
    ] as [(Int64, String)])
  func `whole numbers are those of cbor2`(number: Int64, bytes: String) {
    #expect(hex(MQTTValue.integer(number).cbor) == bytes)
  }

  /// The same, but for the largest number of half precision, which is that of RFC 8949, appendix A.
  @Test(arguments: [
    (0.0, "f90000"), (-0.0, "f98000"), (1.0, "f93c00"), (1.5, "f93e00"), (65_504.0, "f97bff"),
    (65_536.0, "fa47800000"), (5.960464477539063e-8, "f90001"), (6.103515625e-5, "f90400"),
    (6.097555160522461e-5, "f903ff"), (100_000.0, "fa47c35000"),
    (3.4028234663852886e38, "fa7f7fffff"), (1.1, "fb3ff199999999999a"),
    (-4.1, "fbc010666666666666"), (37.77492005, "fb4042e3309487e1e1"),
    (2.9802322387695312e-8, "fa33000000"),
  ])
  func `numbers are those of cbor2, in the shortest exact form`(number: Double, bytes: String) {
    #expect(hex(MQTTValue.precise(number).cbor) == bytes)
  }

  @Test func `an object is that of cbor2`() {
    let value = MQTTValue.object([
      .init(key: "version", value: .integer(1)), .init(key: "robot", value: .text("r")),
      .init(key: "reasons", value: .list([.text("late")])),
      .init(key: "simulated", value: .flag(true)), .init(key: "time", value: .null),
      .init(key: "text", value: .text("ü°")),
    ])
    #expect(
      hex(value.cbor)
        == "a66776657273696f6e0165726f626f74617267726561736f6e7381646c6174656973696d756c61746564f56474696d65f6647465787464c3bcc2b0"
    )
    #expect(
      String(decoding: value.json, as: UTF8.self)
        == #"{"version":1,"robot":"r","reasons":["late"],"simulated":true,"time":null,"text":"ü°"}"#
    )
  }

  @Test func `a text from outside stays one string`() throws {
    let text = "a\"b\\c\n\u{1B}[31m\u{202E}\u{0}ü"
    let json = MQTTValue.list([.text(text)]).json
    #expect(try JSONDecoder().decode([String].self, from: Data(json)) == [text])
    #expect(!json.contains { $0 < 0x20 })
  }

  @Test func `numbers that are not finite are null`() {
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(MQTTValue.number(number).json == Array("null".utf8))
      #expect(MQTTValue.precise(number).cbor == [0xF6])
    }
  }

  private func update(_ change: (inout HeadingSolution) -> Void = { _ in }) -> SolutionUpdate {
    var solution = HeadingSolution(time: BootTime(nanoseconds: 100_000_000_000), missing: .noFix)
    solution.magneticHeading = .known(Heading<MagneticNorth>(Angle(degrees: 45)))
    solution.pitch = .known(Angle(degrees: 3))
    solution.status = .valid
    solution.universalTime = .known(UniversalTime(secondsSince1970: 1_000_000_000))
    change(&solution)
    return SolutionUpdate(solution: solution, latency: 0.1, steer: .ok)
  }

  private func members(_ state: MQTTState) throws -> [String: Any] {
    try #require(
      JSONSerialization.jsonObject(with: Data(state.value.json)) as? [String: Any])
  }

  @Test func `a state says how long it may be used, and until when`() throws {
    let state = MQTTState(update(), robot: "r", interval: 1, arrival: 100.1, now: 100.3)
    let values = try members(state)
    #expect(values["magnetic_heading"] as? Double == 45 && values["simulated"] as? Bool == false)
    #expect(abs(state.validFor - 1.7) < 1e-9)
    // 100.3 s of the boottime are 0.3 s after the time of the solution.
    #expect(state.expires == "2001-09-09T01:46:42.000Z")
    #expect(state.expiry(interval: 1) == 2)
  }

  @Test func `a state whose sample is too old has no values`() throws {
    let state = MQTTState(update(), robot: "r", interval: 1, arrival: 100.1, now: 100.6)
    let values = try members(state)
    #expect(values["magnetic_heading"] is NSNull && values["pitch"] is NSNull)
    #expect(values["steer"] as? String == "stop" && values["reasons"] as? [String] == ["late"])
    #expect(values["valid_for"] as? Double == 0 && values["expires"] is NSNull)
    #expect(values["time"] as? String == "2001-09-09T01:46:40.000Z")
  }

  @Test func `an invalid heading is withheld with all that says a direction`() throws {
    let state = MQTTState(
      update { $0.status = .invalid }, robot: "r", interval: 1, arrival: 100.1, now: 100.1)
    let values = try members(state)
    #expect(values["magnetic_heading"] is NSNull && values["heading_accuracy"] is NSNull)
    #expect(values["steer"] as? String == "stop" && values["pitch"] as? Double == 3)
  }

  @Test func `a state that coasts is valid as long as it may coast`() {
    var coasting = update()
    coasting.steer = .coast(secondsLeft: 0.8)
    let state = MQTTState(coasting, robot: "r", interval: 1, arrival: 100.1, now: 100.2)
    #expect(abs(state.validFor - 0.7) < 1e-9)
  }

  @Test func `a state is sent after a change, after the interval, and not more often`() {
    var policy = MQTTStatePolicy(rate: 5, interval: 2, change: 1)
    func at(_ time: Double, _ degrees: Double, _ steer: Steer = .ok) -> Bool {
      var update = update {
        $0.magneticHeading = .known(Heading<MagneticNorth>(Angle(degrees: degrees)))
      }
      update.steer = steer
      return policy.admits(update, at: time)
    }
    #expect(at(0, 359.5))
    #expect(!at(0.1, 90))
    #expect(!at(0.3, 0.4))
    #expect(at(0.5, 0.6))
    #expect(!at(1, 0.6))
    #expect(at(1.1, 0.6, .stop))
    #expect(!at(1.12, 0.6, .ok))
    #expect(at(1.2, 0.6, .ok))
    #expect(!at(3.1, 0.6))
    #expect(at(3.2, 0.6))
  }

  @Test func `a heading that flickers makes few events, and the last change is told`() {
    var watch = MQTTEventWatch()
    var kinds: [MQTTHappening.Kind] = watch.happenings(update(), at: 0).map(\.kind)
    #expect(kinds == [.started])
    for step in 1...10_000 {
      var update = update()
      update.steer = step % 2 == 0 ? .ok : .stop
      kinds += watch.happenings(update, at: Double(step) * 0.01).map(\.kind)
    }
    #expect((400...560).contains(kinds.count))
    var last = update()
    last.steer = .degraded
    #expect(watch.happenings(last, at: 200).last?.text.hasSuffix("to degraded") == true)
  }
}
