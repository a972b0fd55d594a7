public import ArgumentParser
import Foundation
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
  var style: TerminalStyle {
    var style = TerminalStyle(environment: ProcessInfo.processInfo.environment)
    style.units = units ?? .metric
    return style
  }
}
