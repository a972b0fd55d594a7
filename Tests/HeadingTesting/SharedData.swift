public import Foundation

/// Reference data that is not part of the project: tables and recordings in a `shared` folder beside the checkout.
///
/// Tests that need it are enabled only where it is there:
/// `@Test(.enabled(if: SharedData.isThere("data/geo"), "shared data is absent"))`.
public enum SharedData {
  /// The folder: `$HEADINGD_SHARED`, else `shared` beside the package's own folder.
  public static let folder: URL =
    ProcessInfo.processInfo.environment["HEADINGD_SHARED"].map { URL(fileURLWithPath: $0) }
    ?? packageRoot.deletingLastPathComponent().appendingPathComponent("shared")

  /// The folder that holds Package.swift.
  public static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Whether a file or folder of the shared data is there.
  public static func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
  }

  /// The whole text of a file of the shared data.
  public static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  /// The whole content of a file of the shared data.
  public static func data(_ path: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent(path))
  }
}
