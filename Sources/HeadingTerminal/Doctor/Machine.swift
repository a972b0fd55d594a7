public import Foundation

/// What the doctor sees of a machine: its file tree and who runs the program.
public struct Machine: Sendable {
  /// The root of the file tree; `/` but for tests.
  public let root: URL

  /// Makes a view of a machine.
  public init(root: URL = URL(fileURLWithPath: "/")) { self.root = root }

  /// The names in a folder, sorted; empty if there is none.
  func names(in path: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: full(path))
    return (names ?? []).sorted()
  }

  /// A file's text without the white space at its ends; `nil` if it cannot be read.
  func text(_ path: String) -> String? {
    // /proc and /sys files have no length, so they are read to their end.
    guard let handle = FileHandle(forReadingAtPath: full(path)),
      let data = try? handle.read(upToCount: 1 << 16)
    else { return nil }
    return String(decoding: data, as: UTF8.self)
      .trimmingCharacters(in: CharacterSet(charactersIn: "\0").union(.whitespacesAndNewlines))
  }

  /// Whether something is there.
  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: full(path)) }

  /// Whether the program may read and write it.
  func isAccessible(_ path: String) -> Bool {
    FileManager.default.isReadableFile(atPath: full(path))
      && FileManager.default.isWritableFile(atPath: full(path))
  }

  /// The programs that hold a file open, by name; those of other users may stay unseen.
  func holders(of path: String) -> [String] {
    var holders: Set<String> = []
    for process in names(in: "/proc") where process.allSatisfy(\.isNumber) {
      for descriptor in names(in: "/proc/\(process)/fd") {
        let link = try? FileManager.default.destinationOfSymbolicLink(
          atPath: full("/proc/\(process)/fd/\(descriptor)"))
        if link == path { holders.insert(text("/proc/\(process)/comm") ?? process) }
      }
    }
    return holders.sorted()
  }

  private func full(_ path: String) -> String { root.appendingPathComponent(path).path }
}
