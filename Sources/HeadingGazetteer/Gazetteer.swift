import Foundation
import GRDB

/// The names of countries, states and places of the world, in a file.
///
/// The file is opened for reading; all requests go one after another through one connection with
/// a cache of 4 MB, from any thread.
package final class Gazetteer: Sendable {
  /// The format of the file.
  package static let version = 1
  private static let applicationID: Int64 = 0x4847_5A54

  /// The file.
  package let path: String
  /// Whom the data is from, and under which licence; to be shown with the data.
  package let attribution: String

  let tables: GazetteerTables
  private let database: DatabaseQueue

  /// Opens a gazetteer.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``GazetteerError``.
  package init(path: String) throws(GazetteerError) {
    // A pipe would block the open.
    let url = URL(filePath: path).resolvingSymlinksInPath()
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
    guard (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true else {
      throw .foreign(path: path)
    }
    self.path = path
    var configuration = Configuration()
    configuration.readonly = true
    configuration.label = "gazetteer"
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA cache_size = -4096; PRAGMA trusted_schema = OFF")
    }
    do {
      database = try DatabaseQueue(path: path, configuration: configuration)
      let (identifier, version) = try database.read { database in
        (
          try Int64.fetchOne(database, sql: "PRAGMA application_id"),
          try Int.fetchOne(database, sql: "PRAGMA user_version")
        )
      }
      guard identifier == Self.applicationID else { throw GazetteerError.foreign(path: path) }
      guard version == Self.version else {
        throw GazetteerError.version(path: path, found: version ?? 0, needed: Self.version)
      }
      (attribution, tables) = try database.read { database in
        let sql = "SELECT value FROM meta WHERE key = 'attribution'"
        return (try String.fetchOne(database, sql: sql) ?? "", try GazetteerTables(database))
      }
    } catch {
      throw Self.reason(error, path: path)
    }
  }

  /// Reads from the file.
  func read<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) throws(GazetteerError) -> Value {
    do {
      return try database.read(body)
    } catch {
      throw Self.reason(error, path: path)
    }
  }

  private static func reason(_ error: any Error, path: String) -> GazetteerError {
    switch error {
    case let error as GazetteerError: error
    case let error as DatabaseError where error.resultCode == .SQLITE_NOTADB:
      .foreign(path: path)
    default: .damaged(path: path, detail: "\(error)")
    }
  }
}
