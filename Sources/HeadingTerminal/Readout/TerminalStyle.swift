/// Capabilities of a terminal, and the units and formats of displayed values.
public struct TerminalStyle: Sendable, Hashable {
  /// Whether colours may be used; off with `NO_COLOR` (no-color.org) or `TERM=dumb`.
  public var usesColor: Bool

  /// Whether characters beyond ASCII may be used; off where the locale is not UTF-8.
  public var usesUnicode: Bool

  /// The units of displayed values.
  public var units = UnitSystem.metric

  /// The form of latitudes and longitudes.
  public var coordinates = CoordinateFormat.decimal

  /// Width of a line of text, columns; full screens use the terminal's size.
  public var columns = 100

  /// Creates a style with metric units and decimal degrees.
  public init(usesColor: Bool, usesUnicode: Bool) {
    self.usesColor = usesColor
    self.usesUnicode = usesUnicode
  }

  /// Creates the style that the environment selects, as wide as standard output if it is a
  /// terminal.
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

  /// The degree sign; empty without Unicode.
  public var degree: String { usesUnicode ? "°" : "" }

  /// The plus-minus sign.
  var plusMinus: String { usesUnicode ? "±" : "+/-" }

  /// The prefix micro.
  var micro: String { usesUnicode ? "µ" : "u" }
}
