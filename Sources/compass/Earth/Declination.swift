import ArgumentParser
import FoundationEssentials
import Geomagnetism
import HeadingArguments
import HeadingGeodesy
import HeadingGeometry
import HeadingProtocol
import HeadingSensing
import HeadingStorage
import HeadingTerminal

/// `compass declination`: prints the magnetic field at a position and date.
struct Declination: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the declination and the whole magnetic field at a position and date.",
    discussion: """
      EXAMPLES
        compass declination 37.5664 126.9780
        compass declination "37°33'58.87\\"N 126°58'40.6\\"E" --date 2027-01-01
        compass declination -33.87 151.21 --altitude 500 --model wmmhr2025 --json
        compass declination 27.99 86.93 --altitude 8849 --above-sea-level
        compass declination --batch points.txt       lines: decimal-year altitude-km latitude longitude

      Columns of a batch are separated by blanks or commas; # begins a comment. Each input line gives an
      output line with the columns \(BatchDeclination.columns): degrees, nT, and their rates per year.
      A line without a field has nan in all columns and is reported on standard error; the exit status
      is then 65.
      """)

  @Argument(parsing: .allUnrecognized, help: "Latitude and longitude, as decimals or with ° ' \".")
  var place: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Height above the ellipsoid.", valueName: "metres"))
  var altitude = 0.0

  @Flag(help: "Altitudes are above mean sea level, converted by the EGM96 geoid.")
  var aboveSeaLevel = false

  @Option(help: ArgumentHelp("The date; by default today.", valueName: "YYYY-MM-DD"))
  var date: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The date as a decimal year.", valueName: "decimal")
  )
  var year: Double?

  @Option(
    help: ArgumentHelp(
      "Read points from a file; - is standard input. Each gives one output line.", valueName: "file"
    ))
  var batch: String?

  @Flag(help: "Print the names of the columns before a batch.")
  var header = false

  @Flag(help: "Accept dates outside the model's validity; the error bounds grow.")
  var extrapolate = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var coordinates: CoordinateOptions
  @OptionGroup var data: DataOptions

  mutating func validate() throws {
    place = try PositionArguments.words(place)
    if date != nil, year != nil { throw ValidationError("Give --date or --year, not both.") }
    if let date, DateText.noon(date) == nil {
      throw ValidationError(
        "'\(date)' is no day; write YYYY-MM-DD, such as 2026-11-21, or a year alone with --year.")
    }
    try PlaceOptions.check(altitude: altitude)
    let years = Double(DateText.years.lowerBound)...Double(DateText.years.upperBound)
    if let year, !years.contains(year) {
      throw ValidationError(
        "--year \(year) is not between \(DateText.years.lowerBound) and \(DateText.years.upperBound); "
          + "write a decimal year such as 2026.89.")
    }
    if header, batch == nil { throw ValidationError("--header is for --batch.") }
    if batch == nil, place.isEmpty { throw ValidationError("Give a latitude and a longitude.") }
    if batch != nil, !place.isEmpty || altitude != 0 || date != nil || year != nil || json {
      throw ValidationError(
        "--batch takes places, altitudes and dates from its file and prints numbers; leave out the rest."
      )
    }
  }

  func run() throws {
    let model = try data.magneticModel()
    let geoid = aboveSeaLevel ? try self.geoid() : nil
    if let batch {
      return try BatchDeclination(
        model: model, geoid: geoid, extrapolate: extrapolate, header: header
      ).run(batch)
    }
    let coordinate = try PositionArguments.place(place)
    let height =
      geoid?.ellipsoidalHeight(meanSeaLevelAltitude: altitude, at: coordinate) ?? altitude
    let decimalYear =
      year ?? date.flatMap { DateText.noon($0)?.decimalYear }
      ?? UniversalTime(secondsSince1970: Date().timeIntervalSince1970).decimalYear
    let field: MagneticField
    do throws(MagneticModelError) {
      field = try model.field(
        at: coordinate, ellipsoidalHeight: height, decimalYear: decimalYear,
        extrapolating: extrapolate)
    } catch {
      let remedy =
        if case .dateOutOfRange = error {
          "; --extrapolate accepts it with larger error bounds"
        } else { "" }
      throw Failure.exit(ExitStatus.dataError, "\(model.name): \(error)\(remedy).")
    }
    let report = FieldReport(
      field, altitude: altitude, height: height, year: decimalYear, model: model)
    let style = coordinates.apply(to: try UnitOptions.configuredStyle())
    try StandardStreams.write(
      json ? try report.json() : Data(PlainText.lines(report.text(style)).utf8))
  }

  /// Returns the geoid, required for altitudes above mean sea level.
  private func geoid() throws -> GeoidGrid {
    let found = data.geoid()
    if let complaint = found.complaint { throw Failure.exit(ExitStatus.dataError, complaint + ".") }
    guard let grid = found.grid else {
      throw Failure.exit(
        ExitStatus.noInput,
        "--above-sea-level needs \(ModelSearchPath.geoidFile), which is in none of "
          + data.folder.folders.map(\.path).joined(separator: ", ")
          + "; name its folder with --data or $HEADINGD_DATA.")
    }
    return grid
  }
}
