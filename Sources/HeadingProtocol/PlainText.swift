package import FoundationEssentials

/// Removes terminal control characters from untrusted text before it is shown or logged.
///
/// Text of devices, receivers, daemons, profiles, recordings and programs may contain escape
/// sequences, control characters of ISO 6429 (C0 and C1), and bidirectional formatting characters.
/// Each is replaced by a question mark, or in JSON by its escape, which reads back the same.
package enum PlainText {
  /// The text as a single line.
  package static func of(_ text: String) -> String { replaced(text) { _ in false } }

  /// The text with its line ends and tabs.
  package static func lines(_ text: String) -> String {
    replaced(text) { $0 == "\n" || $0 == "\t" }
  }

  /// JSON with these characters as `\u` escapes in its strings; its own line ends and tabs remain.
  package static func json(_ text: Data) -> Data {
    // Valid JSON escapes ASCII controls except U+007F; all other ones have bytes above it.
    guard text.contains(where: { $0 >= 0x7F }) else { return text }
    var escaped = ""
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar.value >= 0x7F, isTerminalControl(scalar) {
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

  /// Whether a terminal interprets a character, or displays the following ones differently because
  /// of it.
  package static func isTerminalControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func replaced(_ text: String, keeping: (Unicode.Scalar) -> Bool) -> String {
    guard text.unicodeScalars.contains(where: { isTerminalControl($0) && !keeping($0) }) else {
      return text
    }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { isTerminalControl($0) && !keeping($0) ? "?" : $0 }))
  }
}
