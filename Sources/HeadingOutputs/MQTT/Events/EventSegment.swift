import HeadingSystem

/// A file of events: lines of a checksum, the number and the payload.
enum EventSegment {
  /// The name of the file whose first event has a number.
  static func name(_ first: UInt64) -> String {
    let digits = "\(first)"
    return "events-" + String(repeating: "0", count: max(0, 20 - digits.count)) + digits
  }

  /// The number of a file's first event; `nil` for another file.
  static func first(_ name: String) -> UInt64? {
    guard name.hasPrefix("events-"), name.utf8.count == 27 else { return nil }
    return UInt64(name.dropFirst(7))
  }

  /// The line of an event.
  static func line(_ event: MQTTEvent) -> [UInt8] {
    let content = Array("\(event.sequence) ".utf8) + event.payload
    let digits = String(CRC32.of(content), radix: 16)
    return Array((String(repeating: "0", count: 8 - digits.count) + digits + " ").utf8)
      + content + [UInt8(ascii: "\n")]
  }

  /// Reads a line without its end; `nil` if it is damaged.
  static func event(_ line: ArraySlice<UInt8>, stream: String) -> MQTTEvent? {
    guard line.count > 11, line[line.startIndex + 8] == UInt8(ascii: " "),
      let checksum = UInt32(String(decoding: line.prefix(8), as: UTF8.self), radix: 16)
    else { return nil }
    let content = Array(line.dropFirst(9))
    guard CRC32.of(content) == checksum, let end = content.firstIndex(of: UInt8(ascii: " ")),
      let sequence = UInt64(String(decoding: content[..<end], as: UTF8.self))
    else { return nil }
    return MQTTEvent(stream: stream, sequence: sequence, payload: Array(content[(end + 1)...]))
  }
}
