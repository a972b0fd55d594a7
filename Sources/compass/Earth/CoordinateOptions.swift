public import ArgumentParser
public import HeadingTerminal

extension CoordinateFormat: ExpressibleByArgument {}

/// How people read places.
struct CoordinateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Places as decimal degrees or with minutes and seconds (dms). Default decimal.",
      valueName: "format"))
  var coordinates: CoordinateFormat?

  /// The style with places in this form.
  func apply(to style: TerminalStyle) -> TerminalStyle {
    var style = style
    style.coordinates = coordinates ?? style.coordinates
    return style
  }
}
