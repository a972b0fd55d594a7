package import Foundation

/// Text from outside on its way to a terminal or a log, without what those obey.
///
/// Devices, receivers, daemons, profiles, recordings and programs may put into a text what a terminal follows:
/// escape sequences, control characters of ISO 6429 (C0 and C1), and characters that turn the direction of
/// writing. A question mark stands for each, in JSON its escape, which reads back the same.
package enum PlainText {
  /// The text as one line.
  package static func of(_ text: String) -> String { replaced(text) { _ in false } }

  /// The text with its ends of lines and its tabs.
  package static func lines(_ text: String) -> String {
    replaced(text) { $0 == "\n" || $0 == "\t" }
  }

  /// JSON whose strings hold no such character but as `\u` and four digits; its own line ends and tabs stay.
  package static func json(_ text: Data) -> Data {
    // Those of ASCII are escaped in every JSON but U+007F; all others have bytes above it.
    guard text.contains(where: { $0 >= 0x7F }) else { return text }
    var escaped = ""
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar.value >= 0x7F, isObeyed(scalar) {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return Data(escaped.utf8)
  }

  /// Whether a terminal would obey a character, or show what follows otherwise than it is.
  package static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func replaced(_ text: String, keeping: (Unicode.Scalar) -> Bool) -> String {
    guard text.unicodeScalars.contains(where: { isObeyed($0) && !keeping($0) }) else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { isObeyed($0) && !keeping($0) ? "?" : $0 }))
  }
}
