public import FoundationEssentials

/// Search path of model files that are not compiled in.
public struct ModelSearchPath: Sendable {
  /// The folders in search order.
  public let folders: [URL]

  /// Creates the default search path.
  ///
  /// The given folder, `$HEADINGD_DATA`, `data` beside the executable, `../share/headingd`, `/usr/share/headingd`; and
  /// `packaging/data` in a parent folder of the executable, for programs in a build folder.
  public init(named folder: String?, environment: [String: String], executable: String) {
    var folders = [folder, environment["HEADINGD_DATA"]].compactMap { $0 }
      .filter { !$0.isEmpty }.map { URL(fileURLWithPath: $0) }
    var above = URL(fileURLWithPath: executable).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    folders.append(above.appendingPathComponent("data"))
    folders.append(above.deletingLastPathComponent().appendingPathComponent("share/headingd"))
    folders.append(URL(fileURLWithPath: "/usr/share/headingd"))
    for _ in 0..<4 {
      above.deleteLastPathComponent()
      folders.append(above.appendingPathComponent("packaging/data"))
    }
    // The parent of the root is the root.
    self.folders = folders.indices.filter { index in
      !folders[..<index].contains { $0.path == folders[index].path }
    }.map { folders[$0] }
  }

  /// The content of the first file of that name; `nil` if no folder has one.
  public func content(of name: String) -> Data? {
    folders.lazy.compactMap { try? Data(contentsOf: $0.appendingPathComponent(name)) }.first
  }
}
