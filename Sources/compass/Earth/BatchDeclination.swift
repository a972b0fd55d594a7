import ArgumentParser
import Foundation
import Geomagnetism
import HeadingArguments
import HeadingGeodesy
import HeadingGeometry

/// Points in, fields out, one line each: the same four numbers, then D I H X Y Z F and their seven rates.
///
/// Of a line that gives no field the numbers are `nan`; a comment or an empty line gives an empty line.
struct BatchDeclination {
  let model: MagneticModel

  /// What altitudes above mean sea level go through; `nil` for heights above the ellipsoid.
  let geoid: GeoidGrid?

  /// Whether dates outside the model's validity are answered.
  let extrapolate: Bool

  /// The names of the columns.
  static let columns =
    "year altitude_km latitude longitude D I H X Y Z F dD dI dH dX dY dZ dF"

  /// Whether the columns are named first.
  let header: Bool

  /// The longest line that is read, bytes: much more than a point's.
  private static let longest = 1 << 16

  /// Answers a line as soon as it has come, so that a program can ask and read in turn.
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
          StandardStreams.tell(Data("compass: \(path): line \(number): \(error)\n".utf8))
        }
      }
      try StandardStreams.write(Data(output.utf8))
      guard chunk != nil else { break }
    }
    if bad > 0 {
      throw Failure.exit(ExitStatus.dataError, "\(path): \(bad) lines gave no field.")
    }
  }

  /// The line out for a line that gives no field.
  private static let missing =
    columns.split(separator: " ").map { _ in "nan" }.joined(separator: " ") + "\n"

  /// The line out for a line in; an empty one for an empty one or a comment.
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
