import ArgumentParser
import HeadingArguments
import HeadingGeodesy
import HeadingGeometry

/// Coordinates as people type them.
enum PlaceArguments {
  /// One place of the words: two of them, or one text with both.
  static func place(_ words: some Collection<String>) throws -> Coordinate {
    do throws(CoordinateTextError) {
      // A comma after the first, as in a place copied from a map, is the pair's.
      if words.count == 2, let latitude = words.first, latitude.last != "," {
        let longitude = words.dropFirst().first ?? ""
        return try CoordinateText.coordinate(latitude: latitude, longitude: longitude)
      }
      return try CoordinateText.coordinate(words.joined(separator: " "))
    } catch {
      throw Failure.exit(
        ExitStatus.usage,
        "'\(words.joined(separator: " "))' is not a place: \(error); write 37.5664 126.9780 or "
          + "37°33'58.87\"N 126°58'40.6\"E.")
    }
  }
}
