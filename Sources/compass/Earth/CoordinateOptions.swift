public import ArgumentParser
public import HeadingTerminal

extension CoordinateFormat: ExpressibleByArgument {}

/// The format of displayed coordinates.
struct CoordinateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Coordinates in decimal degrees or with minutes and seconds (dms). Default decimal.",
      valueName: "format"))
  var coordinates: CoordinateFormat?

  /// Returns the style with this format.
  func apply(to style: TerminalStyle) -> TerminalStyle {
    var style = style
    style.coordinates = coordinates ?? style.coordinates
    return style
  }
}
