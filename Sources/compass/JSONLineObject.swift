import Foundation
import HeadingProtocol

/// Encodes a JSON object with sorted keys and a line end; its values NaN and infinity become null.
enum JSONLineObject {
  static func data(_ object: [String: Any]) throws -> Data {
    let clean = object.mapValues { value -> Any in
      if let number = value as? Double, !number.isFinite { return NSNull() }
      return value
    }
    let json = try JSONSerialization.data(
      withJSONObject: clean, options: [.sortedKeys, .withoutEscapingSlashes])
    return PlainText.json(json) + Data("\n".utf8)
  }
}
