public import FoundationEssentials
import Glibc
import HeadingSystem

/// Access to a machine's file tree with the rights of the program's user.
public struct Machine: Sendable {
  /// Root of the file tree; `/` except in tests.
  public let root: URL

  /// Creates a view of a machine.
  public init(root: URL = URL(fileURLWithPath: "/")) { self.root = root }

  /// Returns the names in a folder, sorted; empty if it does not exist.
  func names(in path: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: full(path))
    return (names ?? []).sorted()
  }

  /// Reads a file's text without white space at its ends; `nil` if it cannot be read.
  func text(_ path: String) -> String? {
    // Files in /proc and /sys have no length, so they are read up to a limit.
    guard let file = try? OpenFile(full(path), O_RDONLY),
      let data = try? file.content(atMost: 1 << 16)
    else { return nil }
    return String(decoding: data, as: UTF8.self).trimming { $0 == "\0" || $0.isWhitespace }
  }

  /// Returns whether a file or folder exists.
  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: full(path)) }

  /// Returns whether the program may read and write a file.
  func isAccessible(_ path: String) -> Bool {
    FileManager.default.isReadableFile(atPath: full(path))
      && FileManager.default.isWritableFile(atPath: full(path))
  }

  /// Returns the names of programs that have a file open; those of other users may be invisible.
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
