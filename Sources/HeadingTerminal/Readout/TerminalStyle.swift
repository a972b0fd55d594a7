/// What a terminal can show.
public struct TerminalStyle: Sendable, Hashable {
  /// Whether colours may be used; off with `NO_COLOR` (no-color.org) or `TERM=dumb`.
  public var usesColor: Bool

  /// Whether characters beyond ASCII may be used; off where the locale is not UTF-8.
  public var usesUnicode: Bool

  /// Makes a style.
  public init(usesColor: Bool, usesUnicode: Bool) {
    self.usesColor = usesColor
    self.usesUnicode = usesUnicode
  }

  /// The style that the environment asks for.
  public init(environment: [String: String]) {
    let noColor = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    usesColor = !noColor && environment["TERM"] != "dumb"
    let locale =
      [environment["LC_ALL"], environment["LC_CTYPE"], environment["LANG"]]
      .compactMap { $0 }.first { !$0.isEmpty } ?? ""
    let name = locale.lowercased()
    usesUnicode = name.contains("utf-8") || name.contains("utf8")
  }

  /// The degree sign, or a word's worth of ASCII for it.
  var degree: String { usesUnicode ? "°" : "" }

  /// Plus or minus.
  var plusMinus: String { usesUnicode ? "±" : "+/-" }

  /// Micro.
  var micro: String { usesUnicode ? "µ" : "u" }
}
