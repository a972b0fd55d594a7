import Foundation
import HeadingTesting
import Testing

@testable import HeadingMAVLink

/// Frames that pymavlink made.
struct GoldenFrameTests {
  private struct Golden {
    let object: [String: Any]
    let bytes: [UInt8]

    var name: String { object["message"] as? String ?? "" }
    var fields: [String: Any] { object["fields"] as? [String: Any] ?? [:] }

    func number(_ key: String) -> Int { object[key] as? Int ?? -1 }
  }

  private static func frames() throws -> [Golden] {
    try ReferenceData.text("mavlink_frames.jsonl").split(separator: "\n").map { line in
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return Golden(object: object, bytes: try #require(bytes(object["frame"] as? String ?? "")))
    }
  }

  private static func bytes(_ hexadecimal: String) -> [UInt8]? {
    let digits = Array(hexadecimal)
    guard digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
  }

  private func type(_ name: String) throws -> any MAVLinkMessage.Type {
    try #require(MAVLinkDialect.messages.first { $0.name == name }, "\(name)")
  }

  @Test func `every frame is found, with every field of its message`() throws {
    for golden in try Self.frames() {
      var parser = MAVLinkParser()
      var found: [MAVLinkFrame] = []
      parser.append(golden.bytes) { found.append($0) }
      let frame = try #require(found.count == 1 ? found.first : nil, "\(golden.object)")
      #expect(Int(frame.sequence) == golden.number("sequence"))
      #expect(Int(frame.system) == golden.number("system"))
      #expect(Int(frame.component) == golden.number("component"))
      #expect(frame.version == (golden.number("version") == 1 ? .first : .second))
      let message = try #require(try type(golden.name).init(frame))
      for (name, value) in fields(of: message) {
        // Version 1 has no extensions.
        guard let expected = golden.fields[name] else {
          #expect(golden.number("version") == 1, "\(golden.name) \(name)")
          continue
        }
        #expect(isEqual(value, expected), "\(golden.name) \(name): \(value), not \(expected)")
      }
      #expect(Set(golden.fields.keys).isSubset(of: fields(of: message).map(\.name)))
    }
  }

  @Test func `the same message gives the same bytes`() throws {
    var count = 0
    for golden in try Self.frames()
    where golden.number("version") == 2 && golden.object["signed"] as? Bool == false {
      var parser = MAVLinkParser()
      var made: [UInt8] = []
      parser.append(golden.bytes) { frame in
        guard let message = try? type(golden.name).init(frame) else { return }
        made = MAVLinkFrame.bytes(
          message, sequence: frame.sequence, system: frame.system, component: frame.component)
      }
      #expect(made == golden.bytes, "\(golden.name)")
      count += 1
    }
    #expect(count == 60)
  }

  @Test func `a sender numbers its frames from 0 to 255 and again from 0`() {
    var sender = MAVLinkSender(system: 7, component: 9)
    var parser = MAVLinkParser()
    var frames: [MAVLinkFrame] = []
    for _ in 0..<300 { parser.append(sender.frame(Heartbeat())) { frames.append($0) } }
    #expect(frames.map { Int($0.sequence) } == (0..<300).map { $0 % 256 })
    #expect(frames.allSatisfy { $0.system == 7 && $0.component == 9 })
  }

  /// The properties of a message with the names of the dialect.
  private func fields(of message: some MAVLinkMessage) -> [(name: String, value: Any)] {
    Mirror(reflecting: message).children.map { child in
      let words = (child.label ?? "").map { $0.isUppercase ? "_\($0.lowercased())" : String($0) }
      return (words.joined(), child.value)
    }
  }

  private func isEqual(_ value: Any, _ expected: Any) -> Bool {
    switch (value, expected) {
    case (let values as [Float], let expected as [Any]):
      values.count == expected.count && zip(values, expected).allSatisfy { isEqual($0, $1) }
    case (let value as Float, is NSNull): value.isNaN
    case (let value as Float, let number as NSNumber): value == Float(number.doubleValue)
    case (_, let number as NSNumber): "\(value)" == number.stringValue
    default: false
    }
  }
}
