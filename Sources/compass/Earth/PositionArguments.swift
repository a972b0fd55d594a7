import ArgumentParser
import HeadingArguments
import HeadingGeodesy
import HeadingGeometry

/// Parses coordinates of the command line.
enum PositionArguments {
  /// Returns the words that are not options, without the `--` that may precede negative numbers.
  static func words(_ unrecognized: [String]) throws -> [String] {
    var words = unrecognized
    if let end = words.firstIndex(of: "--") { words.remove(at: end) }
    if let unknown = words.first(where: { $0.hasPrefix("--") }) {
      throw ValidationError("Unknown option '\(unknown)'")
    }
    return words
  }

  /// Parses one position: two words, or one text with both coordinates.
  static func place(_ words: some Collection<String>) throws -> Coordinate {
    do throws(CoordinateTextError) {
      // Two words are one angle each, in either order; the first may end in a comma, as when copied
      // from a map.
      let isPair = words.count == 2 && words.first?.last != ","
      return try CoordinateText.coordinate(words.joined(separator: isPair ? "," : " "))
    } catch {
      let pointed = words.compactMap { DecimalComma.pointed($0) }
      if pointed.count == words.count {
        throw Failure.exit(
          ExitStatus.usage,
          "'\(words.joined(separator: " "))' has commas for decimals; write a point: "
            + "\(pointed.joined(separator: " ")).")
      }
      throw Failure.exit(
        ExitStatus.usage,
        "'\(words.joined(separator: " "))' is not a place: \(error); places are 37.5664 126.9780, "
          + "37°33'58.87\"N 126°58'40.6\"E or 37d33m58sN 126d58m40sE.")
    }
  }
}
