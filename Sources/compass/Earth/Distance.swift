import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingGeodesy
import HeadingGeometry
import HeadingSystem
import HeadingTerminal

/// `compass distance`: prints the geodesic between two positions.
struct Distance: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print distance and azimuths between two positions on the WGS 84 ellipsoid.",
    discussion: """
      EXAMPLES
        compass distance 37.5664 126.9780 35.1796 129.0756
        compass distance 41.3 -72.9 -33.9 151.2 --json
        compass distance 54.5 10.2 57.7 11.9 --units nautical
        compass distance "37°33'58.87\\"N 126°58'40.63\\"E" "35.1796, 129.0756"
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: "Latitude and longitude of the first position, then of the second.")
  var places: [String] = []

  @OptionGroup var units: UnitOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  mutating func validate() throws {
    places = try PositionArguments.words(places)
    guard places.count == 4 || places.count == 2 else {
      throw ValidationError(
        "Give LAT1 LON1 LAT2 LON2, or two places as one text each (\(places.count) were given).")
    }
  }

  func run() throws {
    let geodesic = Geodesic(
      from: try PositionArguments.place(places.prefix(places.count / 2)),
      to: try PositionArguments.place(places.suffix(places.count / 2)))
    let initial = Heading<TrueNorth>(geodesic.initialAzimuth).degrees
    let final = Heading<TrueNorth>(geodesic.finalAzimuth).degrees
    if json {
      try StandardStreams.write(
        try JSONLineObject.data([
          "distance": geodesic.distance, "initial_azimuth": initial, "final_azimuth": final,
        ]))
    } else {
      let azimuths =
        geodesic.distance == 0
        ? ", the same place"
        : PrintfText.text(", leaving at %.4f°, arriving at %.4f°", initial, final)
      try StandardStreams.writeLine(
        MeasureText(style: try units.style()).distance(geodesic.distance) + azimuths)
    }
  }
}
