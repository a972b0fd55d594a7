public import ArgumentParser
import Foundation
import HeadingArguments
import HeadingStorage
public import HeadingTerminal

extension UnitSystem: ExpressibleByArgument {}

/// In which units people read values.
struct UnitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "metric, imperial (°F, ft, mi, mph) or nautical (°C, ft, nmi, kn); objects are SI. Default metric.",
      valueName: "system"))
  var units: UnitSystem?

  /// What standard output can show, in these units.
  ///
  /// - Throws: The exit status 78 if the user's configuration is wrong.
  func style() throws -> TerminalStyle {
    var style = try Self.configuredStyle()
    style.units = units ?? style.units
    return style
  }

  /// What standard output can show, as the user's configuration wants it.
  ///
  /// - Throws: As ``style()``.
  static func configuredStyle() throws -> TerminalStyle {
    var style = TerminalStyle(environment: ProcessInfo.processInfo.environment)
    let values = try UserConfiguration.current().values
    style.units = values[.units].flatMap { UnitSystem(rawValue: $0) } ?? style.units
    style.coordinates =
      values[.coordinates].flatMap { CoordinateFormat(rawValue: $0) } ?? style.coordinates
    return style
  }
}
