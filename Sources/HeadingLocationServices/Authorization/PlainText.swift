/// Text from programs on its way to a terminal: what a terminal would obey is replaced.
package enum PlainText {
  /// The text with control characters, and those that turn the direction of writing, as `?`.
  package static func of(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: "?"
          default: scalar
          }
        }))
  }
}
