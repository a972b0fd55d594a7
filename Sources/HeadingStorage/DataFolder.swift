public import Foundation

/// Where larger models lie: files that are not compiled in.
public struct DataFolder: Sendable {
  /// The folders that are searched, in order.
  public let folders: [URL]

  /// Makes a search over the usual folders.
  ///
  /// The folder named, `$HEADINGD_DATA`, `data` beside the executable, `/usr/share/headingd`; and
  /// `packaging/data` above the executable, where a program that was just built finds its own.
  public init(named folder: String?, environment: [String: String], executable: String) {
    var folders = [folder, environment["HEADINGD_DATA"]].compactMap { $0 }
      .filter { !$0.isEmpty }.map { URL(fileURLWithPath: $0) }
    var above = URL(fileURLWithPath: executable).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    folders.append(above.appendingPathComponent("data"))
    folders.append(URL(fileURLWithPath: "/usr/share/headingd"))
    for _ in 0..<4 {
      above.deleteLastPathComponent()
      folders.append(above.appendingPathComponent("packaging/data"))
    }
    // Above the root is the root.
    self.folders = folders.indices.filter { index in
      !folders[..<index].contains { $0.path == folders[index].path }
    }.map { folders[$0] }
  }

  /// The content of the first file of that name; `nil` if no folder has one.
  public func content(of name: String) -> Data? {
    folders.lazy.compactMap { try? Data(contentsOf: $0.appendingPathComponent(name)) }.first
  }
}
