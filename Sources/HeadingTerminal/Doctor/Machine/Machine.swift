public import FoundationEssentials
import Glibc
import HeadingSystem

/// Access to a machine's file tree with the rights of a user.
public struct Machine: Sendable {
  /// Root of the file tree; `/` except in tests and for the card of another machine.
  public let root: URL

  /// The user whose rights count; `nil` for the program's own.
  let user: MachineUser?

  /// Creates a view of a machine.
  public init(root: URL = URL(fileURLWithPath: "/")) { self.init(root: root, user: nil) }

  /// Creates a view of a machine with the rights of a user.
  package init(root: URL, user: MachineUser?) {
    self.root = root
    self.user = user
  }

  /// Whether it is the machine that the program runs on.
  var isThis: Bool { root.path == "/" }

  /// Returns the names in a folder, sorted; empty if it does not exist.
  func names(in path: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: full(path))
    return (names ?? []).sorted()
  }

  /// Reads a file's text without white space at its ends; `nil` if it cannot be read.
  func text(_ path: String) -> String? {
    guard let bytes = bytes(path, limit: 1 << 16) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
      .trimming { $0 == "\0" || $0.isWhitespace }
  }

  /// Reads at most so many bytes of a regular file; `nil` if it cannot be read.
  func bytes(_ path: String, limit: Int) -> Data? {
    // A pipe or a terminal in place of a file would block.
    guard let status = status(path), status.st_mode & S_IFMT == S_IFREG,
      let file = try? OpenFile(full(path), O_RDONLY)
    else { return nil }
    // Files in /proc and /sys have no length, so they are read up to a limit.
    return (try? file.content(atMost: limit)) ?? Data()
  }

  /// Returns whether a file or folder exists.
  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: full(path)) }

  /// Returns the target of a symbolic link as written; `nil` if it is none.
  func link(_ path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: full(path))
  }

  /// Returns whether the user may read and write a file.
  func isAccessible(_ path: String) -> Bool {
    guard let user else {
      return FileManager.default.isReadableFile(atPath: full(path))
        && FileManager.default.isWritableFile(atPath: full(path))
    }
    guard let status = status(path) else { return false }
    let needed: mode_t =
      status.st_uid == user.number
      ? S_IRUSR | S_IWUSR
      : user.groups.contains(status.st_gid) ? S_IRGRP | S_IWGRP : S_IROTH | S_IWOTH
    return user.number == 0 || status.st_mode & needed == needed
  }

  /// Name of the user.
  var userName: String { user?.name ?? ProcessInfo.processInfo.userName }

  /// The user's groups, as /etc/group lists them: those of the next login.
  var groupsOfNextLogin: Set<String> {
    var names: Set<String> = []
    for line in (text("/etc/group") ?? "").split(whereSeparator: \.isNewline) {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count == 4,
        fields[3].split(separator: ",").contains(Substring(userName))
      else { continue }
      names.insert(String(fields[0]))
    }
    return names
  }

  /// Returns the names of programs that have a file open; those of other users may be invisible.
  func holders(of path: String) -> [String] {
    var holders: Set<String> = []
    for process in names(in: "/proc") where process.allSatisfy(\.isNumber) {
      for descriptor in names(in: "/proc/\(process)/fd")
      where link("/proc/\(process)/fd/\(descriptor)") == path {
        holders.insert(text("/proc/\(process)/comm") ?? process)
      }
    }
    return holders.sorted()
  }

  /// The URL of a file of the machine.
  func url(_ path: String) -> URL { root.appendingPathComponent(path) }

  private func full(_ path: String) -> String { url(path).path }

  private func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(full(path), &status) == 0 ? status : nil
  }
}
