/// What a terminal can show, and how its reader wants values shown.
public struct TerminalStyle: Sendable, Hashable {
  /// Whether colours may be used; off with `NO_COLOR` (no-color.org) or `TERM=dumb`.
  public var usesColor: Bool

  /// Whether characters beyond ASCII may be used; off where the locale is not UTF-8.
  public var usesUnicode: Bool

  /// The units of what is shown.
  public var units = UnitSystem.metric

  /// The form of latitudes and longitudes.
  public var coordinates = CoordinateFormat.decimal

  /// Columns of a line of text; screens have their own.
  public var columns = 100

  /// Makes a style with metric units and decimal degrees.
  public init(usesColor: Bool, usesUnicode: Bool) {
    self.usesColor = usesColor
    self.usesUnicode = usesUnicode
  }

  /// The style that the environment asks for, as wide as standard output if that is a terminal.
  public init(environment: [String: String]) {
    let noColor = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    usesColor = !noColor && environment["TERM"] != "dumb"
    let locale =
      [environment["LC_ALL"], environment["LC_CTYPE"], environment["LANG"]]
      .compactMap { $0 }.first { !$0.isEmpty } ?? ""
    let name = locale.lowercased()
    usesUnicode = name.contains("utf-8") || name.contains("utf8")
    if TerminalSession.isOutputTerminal { columns = TerminalSession.size.width }
  }

  /// The degree sign, or a word's worth of ASCII for it.
  public var degree: String { usesUnicode ? "°" : "" }

  /// Plus or minus.
  var plusMinus: String { usesUnicode ? "±" : "+/-" }

  /// Micro.
  var micro: String { usesUnicode ? "µ" : "u" }
}
