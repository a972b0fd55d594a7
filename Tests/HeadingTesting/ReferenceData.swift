public import Foundation

/// Reference tables of the tests in `Tests/Reference`; its README states source and licence.
public enum ReferenceData {
  /// The folder of the tables.
  public static let folder = SharedData.packageRoot.appendingPathComponent("Tests/Reference")

  /// The text of a table.
  public static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }
}
