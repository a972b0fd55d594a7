import ArgumentParser
import FoundationEssentials
import Geomagnetism
import HeadingArguments
import HeadingGeodesy
import HeadingGeometry

/// Computes the field of points, one line each: the input values, D I H X Y Z F and their rates.
///
/// A line without a field gets `nan` for all values; a comment or empty line gives an empty line.
struct BatchDeclination {
  let model: MagneticModel

  /// Converts altitudes above mean sea level; `nil` if heights are above the ellipsoid.
  let geoid: GeoidGrid?

  /// Whether dates outside the model's validity are accepted.
  let extrapolate: Bool

  /// The names of the columns.
  static let columns =
    "year altitude_km latitude longitude D I H X Y Z F dD dI dH dX dY dZ dF"

  /// Whether to print the names of the columns first.
  let header: Bool

  /// Largest length of a line, bytes; far more than a point needs.
  private static let longest = 1 << 16

  /// Answers each line as soon as it arrives, so that a program can write and read alternately.
  func run(_ path: String) throws {
    let descriptor = try InputFile.open(path)
    if header { try StandardStreams.writeLine("# " + Self.columns) }
    var rest: ArraySlice<UInt8> = []
    var number = 0
    var bad = 0
    while true {
      let chunk = try InputFile.next(descriptor, path)
      rest += chunk ?? []
      var output = ""
      while let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        ?? (chunk == nil || rest.count > Self.longest ? rest.endIndex : nil), !rest.isEmpty
      {
        number += 1
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[end...].dropFirst()
        do {
          output += try answer(line)
        } catch {
          bad += 1
          output += Self.missing
          StandardStreams.writeError(Data("compass: \(path): line \(number): \(error)\n".utf8))
        }
      }
      try StandardStreams.write(Data(output.utf8))
      guard chunk != nil else { break }
    }
    if bad > 0 {
      throw Failure.exit(ExitStatus.dataError, "\(path): \(bad) lines gave no field.")
    }
  }

  /// The output line for an input line without a field.
  private static let missing =
    columns.split(separator: " ").map { _ in "nan" }.joined(separator: " ") + "\n"

  /// Returns the output line for an input line; an empty one for an empty line or a comment.
  private func answer(_ line: String) throws -> String {
    guard let point = try MagneticPoint.parse(batchLine: line) else { return "\n" }
    let height =
      geoid?.ellipsoidalHeight(
        meanSeaLevelAltitude: point.ellipsoidalHeight, at: point.coordinate)
      ?? point.ellipsoidalHeight
    let field = try model.field(
      at: point.coordinate, ellipsoidalHeight: height, decimalYear: point.decimalYear,
      extrapolating: extrapolate)
    let words = line.prefix { $0 != "#" }.split { $0.isWhitespace || $0 == "," }
    let row = field.tableRow
    return words.joined(separator: " ") + row.indices.map { " \(row[$0])" }.joined() + "\n"
  }
}
