import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingGeodesy
import HeadingGeometry
import HeadingStorage
import HeadingTerminal

/// `compass altitude`: converts pressure to altitude.
struct PressureAltitude: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "altitude",
    abstract: "Convert a pressure to altitude in the ICAO standard atmosphere.",
    discussion: """
      EXAMPLES
        compass altitude --pressure 900
        compass altitude --pressure 900 --qnh 1003
        compass altitude --pressure 900 --qnh 1013.25 --temperature 15   with the mean temperature of the air
      """)

  @Option(parsing: .unconditional, help: ArgumentHelp("Measured pressure.", valueName: "hPa"))
  var pressure: Double

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Sea-level pressure (QNH); default 1013.25.", valueName: "hPa"))
  var qnh: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Mean temperature of the air column down to sea level.", valueName: "C"))
  var temperature: Double?

  @OptionGroup var units: UnitOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  /// Accepted mean temperatures of an air column, °C.
  private static let temperatures = -90.0...60

  private var reference: Double { (qnh ?? PhysicalConstants.standardPressure / 100) * 100 }

  /// Altitude above mean sea level, m; `nil` for a pressure out of range.
  private var altitude: Double? {
    guard let temperature else {
      return StandardAtmosphere.altitude(pressure: pressure * 100, qnh: reference)
    }
    return StandardAtmosphere.thickness(
      pressure: pressure * 100, reference: reference,
      meanTemperature: temperature + PhysicalConstants.zeroCelsius)
  }

  mutating func validate() throws {
    if let temperature, !Self.temperatures.contains(temperature) {
      throw ValidationError(
        "--temperature \(NumberText.typed(temperature)) is not between "
          + "\(NumberText.typed(Self.temperatures.lowerBound)) and "
          + "\(NumberText.typed(Self.temperatures.upperBound)) °C, the range of mean temperatures "
          + "of an air column.")
    }
    let settings = NavigationConfiguration.settings
    if let qnh, !settings.contains(qnh) {
      throw ValidationError(
        "--qnh \(NumberText.typed(qnh)) is not between \(NumberText.typed(settings.lowerBound)) and "
          + "\(NumberText.typed(settings.upperBound)) hPa, the range at sea level.")
    }
    if altitude == nil {
      throw ValidationError(
        "--pressure \(NumberText.typed(pressure)) hPa with a QNH of "
          + "\(NumberText.typed(reference / 100)) hPa"
          + (temperature.map { " at \(NumberText.typed($0)) °C" } ?? "")
          + " has no altitude between -5 and 47 km; pressures are in hPa.")
    }
  }

  func run() throws {
    guard let altitude else { throw ExitStatus.usage }
    if json {
      try StandardStreams.write(
        try JSONLineObject.data([
          "altitude": altitude, "pressure": pressure * 100, "qnh": reference,
        ]))
    } else {
      try StandardStreams.writeLine(MeasureText(style: try units.style()).height(altitude))
    }
  }
}
