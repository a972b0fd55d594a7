/// Text from outside on its way to a terminal or a log, without what those obey.
///
/// Devices, receivers, daemons, profiles, recordings and programs may put into a text what a terminal follows:
/// escape sequences, control characters of ISO 6429 (C0 and C1), and characters that turn the direction of
/// writing. A question mark stands for each.
package enum PlainText {
  /// The text as one line.
  package static func of(_ text: String) -> String { replaced(text) { _ in false } }

  /// The text with its ends of lines and its tabs.
  package static func lines(_ text: String) -> String {
    replaced(text) { $0 == "\n" || $0 == "\t" }
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
