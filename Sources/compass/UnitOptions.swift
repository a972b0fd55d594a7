public import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingStorage
public import HeadingTerminal

extension UnitSystem: ExpressibleByArgument {}

/// The units of displayed values.
struct UnitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "metric, imperial (°F, ft, mi, mph) or nautical (°C, ft, nmi, kn); JSON is always SI. Default metric.",
      valueName: "system"))
  var units: UnitSystem?

  /// The style of standard output with these units.
  ///
  /// - Throws: The exit status 78 if the user's configuration is invalid.
  func style() throws -> TerminalStyle {
    var style = try Self.configuredStyle()
    style.units = units ?? style.units
    return style
  }

  /// The style of standard output with the user's configuration.
  ///
  /// - Throws: The exit status 78 if the user's configuration is invalid.
  static func configuredStyle() throws -> TerminalStyle {
    var style = TerminalStyle(environment: ProcessInfo.processInfo.environment)
    let values = try UserConfiguration.current().values
    style.units = values[.units].flatMap { UnitSystem(rawValue: $0) } ?? style.units
    style.coordinates =
      values[.coordinates].flatMap { CoordinateFormat(rawValue: $0) } ?? style.coordinates
    return style
  }
}
