import FoundationEssentials
import HeadingProtocol

/// A value of a payload, which is written as JSON or as CBOR.
enum MQTTValue: Sendable, Hashable {
  case null
  case flag(Bool)
  case integer(Int64)
  /// A number; CBOR has it in single precision, 7 digits.
  case number(Double)
  /// A number with all its digits.
  case precise(Double)
  case text(String)
  case list([MQTTValue])
  /// An object, in this order.
  case object([Member])

  /// A member of an object.
  struct Member: Sendable, Hashable {
    var key: String
    var value: MQTTValue
  }

  init(_ number: Double?) { self = number.map { .number($0) } ?? .null }
  init(precise number: Double?) { self = number.map { .precise($0) } ?? .null }
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  /// The value as JSON in UTF-8.
  var json: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024)
    addJSON(to: &bytes)
    return bytes
  }

  private func addJSON(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .integer(let number): bytes += "\(number)".utf8
    case .number(let number), .precise(let number):
      guard number.isFinite else { return bytes.append(contentsOf: "null".utf8) }
      let text = number == 0 ? "0" : "\(number)"
      bytes += (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8
    case .text(let text): Self.addJSON(text, to: &bytes)
    case .list(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        item.addJSON(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.addJSON(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.addJSON(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// A string with its escapes; control characters of terminals are escaped too.
  private static func addJSON(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      bytes += text.utf8
    } else {
      var escaped = Data()
      for byte in text.utf8 {
        if byte < 0x20 {
          let digits = String(byte, radix: 16)
          escaped.append(contentsOf: (byte < 16 ? "\\u000" : "\\u00").utf8)
          escaped.append(contentsOf: digits.utf8)
        } else {
          if byte == 0x22 || byte == 0x5C { escaped.append(0x5C) }
          escaped.append(byte)
        }
      }
      bytes += PlainText.json(escaped)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
