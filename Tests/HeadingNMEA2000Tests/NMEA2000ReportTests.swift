import Foundation
import HeadingGeometry
import HeadingSensing
import HeadingTesting
import Testing

@testable import HeadingNMEA2000

/// Messages of other devices, against canboat's published definitions.
struct NMEA2000ReportTests {
  private struct Golden: Decodable {
    struct Frame: Decodable {
      let identifier: UInt32
      let data: String
    }
    let direction: String
    let group: UInt32
    let source: UInt8
    let fields: [String: Double?]
    let frames: [Frame]

    subscript(name: String) -> Double? { fields[name] ?? nil }
  }

  private static func golden() throws -> [Golden] {
    try ReferenceData.text("nmea2000_frames.jsonl").split(separator: "\n").map {
      try JSONDecoder().decode(Golden.self, from: Data($0.utf8))
    }.filter { $0.direction == "in" }
  }

  private static func report(of golden: Golden) throws -> NMEA2000Report {
    var assembler = FastPacketAssembler()
    var whole: [UInt8] = []
    let group = try #require(NMEA2000Report.Group(rawValue: golden.group))
    for frame in golden.frames {
      let (message, source) = NMEA2000Message.read(
        CANFrame(identifier: frame.identifier, data: bytes(frame.data)))
      #expect(message.group == golden.group && source == golden.source)
      guard group.isFastPacket else {
        whole = message.data
        continue
      }
      if case .whole(let data) = assembler.take(
        message.data, shortest: group.length, at: BootTime(seconds: 1))
      {
        whole = data
      }
    }
    return try NMEA2000Report(group, whole)
  }

  private static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  private func isNear(_ one: Double?, _ other: Double?, within limit: Double = 1e-9) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return abs(one - other) <= limit
  }

  @Test func `every field is read as another program has written it`() throws {
    let golden = try Self.golden()
    #expect(Set(golden.map(\.group)) == Set(NMEA2000Report.Group.allCases.map(\.rawValue)))
    for golden in golden {
      switch try Self.report(of: golden) {
      case .claim(let name):
        let number = UInt64(try #require(golden["uniqueNumber"]))
        #expect(name.value & 0x1F_FFFF == number)
        #expect(name.value >> 21 & 0x7FF == UInt64(try #require(golden["manufacturerCode"])))
        #expect(name.value >> 40 & 0xFF == UInt64(try #require(golden["deviceFunction"])))
        let lower = try #require(golden["deviceInstanceLower"])
        let upper = try #require(golden["deviceInstanceUpper"])
        #expect(Double(name.instance) == upper * 8 + lower)
      case .heading(let compass):
        guard let heading = golden["heading"] else {
          #expect(compass == nil)
          continue
        }
        let isMagnetic = golden["reference"] == 1
        let expected = heading + (isMagnetic ? golden["deviation"] ?? 0 : 0)
        #expect(isNear(compass?.heading, expected) && compass?.isMagnetic == isMagnetic)
      case .waterSpeed(let speed, let source):
        #expect(isNear(speed, golden["speedWaterReferenced"]))
        #expect(Double(source.rawValue) == golden["speedWaterReferencedType"] ?? 255)
      case .position(let place):
        #expect(isNear(place?.latitude, golden["latitude"]))
        #expect(isNear(place?.longitude, golden["longitude"]))
      case .motion(let course, let speed):
        #expect(isNear(course, golden["cogReference"] == 0 ? golden["cog"] : nil))
        #expect(isNear(speed, golden["sog"]))
      case .fix(let fix):
        #expect(isNear(fix.coordinate?.latitude, golden["latitude"]))
        #expect(isNear(fix.coordinate?.longitude, golden["longitude"]))
        #expect(isNear(fix.ellipsoidalAltitude, golden["altitude"], within: 1e-6))
        #expect(isNear(fix.horizontalDilution, golden["hdop"]))
        #expect(isNear(fix.spatialDilution, golden["pdop"]))
        #expect(isNear(fix.geoidSeparation, golden["geoidalSeparation"]))
        let time = golden["date"].flatMap { day in golden["time"].map { day * 86_400 + $0 } }
        #expect(isNear(fix.universalTime?.secondsSince1970, time, within: 1e-4))
        #expect(fix.isUsable == (golden["latitude"] != nil))
      }
    }
  }

  @Test func `the accuracy is the dilution times the receiver's range error`() throws {
    let fixes = try Self.golden().compactMap { golden -> ReceiverFix? in
      if case .fix(let fix) = try Self.report(of: golden) { fix } else { nil }
    }
    // Differential: 0.85 × 1.5 m; the vertical dilution is √(1.6² − 0.85²).
    #expect(isNear(fixes[0].horizontalAccuracy, 1.275))
    #expect(isNear(fixes[0].verticalAccuracy, 2.0334, within: 1e-3))
    // Satellites alone: 1.5 × 4 m; without the spatial dilution no vertical one.
    #expect(isNear(fixes[1].horizontalAccuracy, 6) && fixes[1].verticalAccuracy == nil)
    #expect(isNear(fixes[2].horizontalAccuracy, 3.6))
    #expect(fixes[3].horizontalAccuracy == nil && !fixes[3].isUsable)
  }

  private func refusal(
    _ group: NMEA2000Report.Group, _ data: [UInt8]
  ) -> NMEA2000Refusal? {
    do throws(NMEA2000Refusal) {
      _ = try NMEA2000Report(group, data)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: NMEA2000Report.Group.allCases, 0...64)
  func `a message of a wrong length is refused`(group: NMEA2000Report.Group, count: Int) {
    let refusal = refusal(group, [UInt8](repeating: 0xFF, count: count))
    let isRight = group.isFastPacket ? count >= group.length : count == group.length
    #expect((refusal == .length(count)) == !isRight)
  }

  @Test func `values that cannot be are refused, with what they are`() {
    // 6.5535 rad is an error's mark, 6.55 rad none that a compass shows.
    #expect(refusal(.heading, Self.bytes("11dcff0000ff7ffc")) == .range("a heading of 6.55 rad"))
    #expect(refusal(.heading, Self.bytes("11fdff0000ff7ffc")) == nil)
    #expect(
      refusal(.heading, Self.bytes("115c3d0000ff7ffe"))
        == .reserved("a heading without a reference"))
    #expect(
      refusal(.heading, Self.bytes("115c3d007eff7ffd")) == .range("a deviation of 3.23 rad"))
    #expect(refusal(.waterSpeed, Self.bytes("11f0f1ffff00ffff")) == .range("a speed of 619.0 m/s"))
    #expect(refusal(.motion, Self.bytes("11fcdcff0000ffff")) == .range("a course of 6.55 rad"))
    #expect(
      refusal(.position, Self.bytes("000000000000007f"))
        == .range("a position that is not on earth"))
    #expect(refusal(.position, Self.bytes("0000000000000000")) == .range("a position of 0°, 0°"))
  }
}
