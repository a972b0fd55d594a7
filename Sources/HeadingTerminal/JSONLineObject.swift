package import Foundation
import HeadingProtocol

/// Encodes a JSON object with sorted keys and a line end; NaN and infinity become null.
package enum JSONLineObject {
  /// The object as one line.
  package static func data(_ object: [String: Any]) throws -> Data {
    let json = try JSONSerialization.data(
      withJSONObject: finite(object), options: [.sortedKeys, .withoutEscapingSlashes])
    return PlainText.json(json) + Data("\n".utf8)
  }

  private static func finite(_ value: Any) -> Any {
    switch value {
    case let number as Double where !number.isFinite: NSNull()
    case let object as [String: Any]: object.mapValues(finite)
    case let list as [Any]: list.map(finite)
    default: value
    }
  }
}
