import Foundation
import GRDB
import Testing

@testable import HeadingGazetteer

/// The gazetteer of the tests.
enum GazetteerFixture {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The file; `nil` if it has not been made (`make gazetteer`).
  static let path: String? = {
    let named = ProcessInfo.processInfo.environment["GAZETTEER_FILE"]
    let path = named ?? root.appending(path: ".build/gazetteer.sqlite").path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  /// Why tests are skipped without it.
  static let remedy: Comment = "no .build/gazetteer.sqlite: run make gazetteer"

  static let shared: Gazetteer? = path.flatMap { try? Gazetteer(path: $0) }

  struct Truth {
    var name: String
    var country: String
    var latitude: Double
    var longitude: Double
  }

  /// Returns the places of a file of Tests/Reference.
  static func truths(_ file: String) throws -> [Truth] {
    let url = root.appending(path: "Tests/Reference/\(file).tsv")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 4, let latitude = Double(fields[2]), let longitude = Double(fields[3])
      else { return nil }
      return Truth(name: fields[0], country: fields[1], latitude: latitude, longitude: longitude)
    }
  }

  /// Returns the path of a new file in a folder of its own.
  static func newFile() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appending(path: "gazetteer.sqlite").path
  }

  /// Writes a database with two numbers in its header.
  static func write(_ path: String, identifier: Int, version: Int) throws {
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: """
          PRAGMA application_id = \(identifier); PRAGMA user_version = \(version);
          CREATE TABLE other (id INTEGER PRIMARY KEY);
          """)
    }
  }
}
