package import FoundationEssentials
import HeadingProtocol
import HeadingSystem

/// Encodes a JSON object with sorted keys and a line end; `nil`, NaN and infinity become null.
package enum JSONLineObject {
  /// The object as one line.
  package static func data(_ object: [String: Any?]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return PlainText.json(try encoder.encode(object.mapValues(json))) + Data("\n".utf8)
  }

  private static func json(_ value: Any?) -> JSONValue {
    switch value {
    case let flag as Bool: .flag(flag)
    case let number as any BinaryInteger: .integer(Int128(clamping: number))
    case let number as Double where number.isFinite: .number(number)
    case let text as String: .text(text)
    case let object as [String: Any?]: .object(object.mapValues(json))
    case let list as [Any?]: .list(list.map(json))
    default: .null
    }
  }
}
