package import ArgumentParser
import Geomagnetism
import HeadingGeometry
package import HeadingSensing
import HeadingTerminal

/// Position and date of the device for when no fix or clock gives them.
package struct PlaceOptions: ParsableArguments {
  // Unconditional parsing, because latitude and longitude may be negative.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Latitude in degrees, north positive; used when there is no fix.", valueName: "degrees"))
  package var latitude: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Longitude in degrees, east positive; used when there is no fix.", valueName: "degrees"))
  package var longitude: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Altitude of that position above mean sea level.", valueName: "metres"))
  package var altitude: Double?

  @Option(
    help: ArgumentHelp(
      "Date, or time such as 2026-11-21T12:00:00Z, if clock, fix and recording do not give it.",
      valueName: "YYYY-MM-DD"))
  package var date: String?

  @Flag(
    help: "Use the magnetic model outside its validity, with lower accuracy of the true heading.")
  package var extrapolate = false

  @OptionGroup package var navigation: NavigationOptions

  package init() {}

  package mutating func validate() throws {
    if (latitude == nil) != (longitude == nil) {
      throw ValidationError("--latitude and --longitude belong together; give both.")
    }
    if let latitude, let longitude,
      Coordinate(latitude: latitude, longitude: longitude) == nil
        || abs(longitude) > 360
    {
      throw ValidationError(
        "\(latitude), \(longitude) is not a position; latitude is -90 to 90, longitude -180 to 180."
      )
    }
    if let altitude { try Self.check(altitude: altitude) }
    if date != nil, universalTime == nil {
      throw ValidationError(
        "'\(date ?? "")' is not a date; write YYYY-MM-DD, such as 2026-11-21, or 2026-11-21T12:00:00Z."
      )
    }
  }

  /// Rejects an altitude, m, outside the magnetic model's range.
  ///
  /// - Throws: `ValidationError` with the range.
  package static func check(altitude: Double) throws {
    let heights = MagneticModel.heights
    guard !heights.contains(altitude) else { return }
    throw ValidationError(
      "--altitude \(NumberText.typed(altitude)) is not between "
        + "\(NumberText.typed(heights.lowerBound)) and \(NumberText.typed(heights.upperBound)) "
        + "metres.")
  }

  /// Names of the given options.
  package var given: [String] {
    let options: [(name: String, isGiven: Bool)] = [
      ("--latitude", latitude != nil), ("--altitude", altitude != nil), ("--date", date != nil),
      ("--extrapolate", extrapolate),
    ]
    return options.filter(\.isGiven).map(\.name) + navigation.given
  }

  /// The engine's settings for a recorded table.
  ///
  /// Tables come from phones and loggers, whose gyroscopes are compensated; a drive seldom begins at
  /// rest.
  package var tableSettings: EngineSettings {
    var settings = settings
    if navigation.gyroscopeBias == nil {
      settings.gyroscopeBias = EngineSettings.compensatedGyroscopeBias
    }
    return settings
  }

  /// The engine's settings.
  package var settings: EngineSettings {
    var settings = EngineSettings()
    if let latitude, let longitude {
      settings.fixedCoordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
    settings.fixedAltitude = altitude
    settings.extrapolatesMagneticModel = extrapolate
    if isDayAlone { settings.modelDate = universalTime }
    navigation.apply(to: &settings)
    return settings
  }

  /// The given time, or noon UTC of the given date.
  package var universalTime: UniversalTime? { date.flatMap(DateText.moment) }

  /// The given time, which overrides the clock; `nil` for a date, which is used only for the model.
  package var moment: UniversalTime? { isDayAlone ? nil : universalTime }

  /// Whether only a date is given, which suffices for the magnetic model.
  package var isDayAlone: Bool { date.flatMap(DateText.noon) != nil }
}
