import ArgumentParser
import Foundation
import Geomagnetism
import HeadingArguments
import HeadingGeodesy
import HeadingGeometry

/// Points in, fields out, one line each: the same four numbers, then D I H X Y Z F and their seven rates.
struct BatchDeclination {
  let model: MagneticModel

  /// What altitudes above mean sea level go through; `nil` for heights above the ellipsoid.
  let geoid: GeoidGrid?

  /// Whether dates outside the model's validity are answered.
  let extrapolate: Bool

  /// The longest line that is read, bytes: much more than a point's.
  private static let longest = 1 << 16

  /// Answers a line as soon as it has come, so that a program can ask and read in turn.
  func run(_ path: String) throws {
    let descriptor = try InputFile.open(path)
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
          output += try answer(line) ?? ""
        } catch {
          bad += 1
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

  /// The line out for a line in; `nil` for an empty one or a comment.
  private func answer(_ line: String) throws -> String? {
    guard let point = try MagneticPoint.parse(batchLine: line) else { return nil }
    let height =
      geoid?.ellipsoidalHeight(
        meanSeaLevelAltitude: point.ellipsoidalHeight, at: point.coordinate)
      ?? point.ellipsoidalHeight
    let field = try model.field(
      at: point.coordinate, ellipsoidalHeight: height, decimalYear: point.decimalYear,
      extrapolating: extrapolate)
    let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
    let row = field.tableRow
    return words.joined(separator: " ") + row.indices.map { " \(row[$0])" }.joined() + "\n"
  }
}
