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

  func run(_ path: String) throws {
    let content: Data
    do {
      content =
        path == "-"
        ? try FileHandle.standardInput.readToEnd() ?? Data()
        : try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw Failure.exit(ExitStatus.noInput, "\(path) cannot be read: \(FileReason.text(error)).")
    }
    var output = ""
    var bad = 0
    let lines = String(decoding: content, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      do {
        guard let point = try MagneticPoint.parse(batchLine: line) else { continue }
        let height =
          geoid?.ellipsoidalHeight(
            meanSeaLevelAltitude: point.ellipsoidalHeight, at: point.coordinate)
          ?? point.ellipsoidalHeight
        let field = try model.field(
          at: point.coordinate, ellipsoidalHeight: height, decimalYear: point.decimalYear,
          extrapolating: extrapolate)
        let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
        output += words.joined(separator: " ")
        let row = field.tableRow
        for column in row.indices { output += " \(row[column])" }
        output += "\n"
      } catch {
        bad += 1
        StandardStreams.tell(
          Data("compass: \(path): line \(index + 1): \(error)\n".utf8))
      }
      if output.utf8.count > 1 << 16 {
        try StandardStreams.write(Data(output.utf8))
        output = ""
      }
    }
    try StandardStreams.write(Data(output.utf8))
    if bad > 0 {
      throw Failure.exit(ExitStatus.dataError, "\(path): \(bad) lines gave no field.")
    }
  }
}
