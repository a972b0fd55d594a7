import FoundationEssentials
import Glibc

/// The files of a flight recorder: `flight-NUMBER.mcap`, the oldest with the lowest number.
///
/// Numbers, not dates, because the clock may be years off after a start.
struct RecordingFolder: Sendable {
  /// A recording file.
  struct File: Sendable, Hashable {
    var number: Int
    var path: String
    var size: UInt64
  }

  let path: String

  /// The files, oldest first; empty if the folder cannot be read.
  var files: [File] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.compactMap { name -> File? in
      guard name.hasPrefix("flight-"), name.hasSuffix(".mcap"),
        let number = Int(name.dropFirst(7).dropLast(5)), number >= 0, number < Int.max
      else { return nil }
      let file = path + "/" + name
      var status = stat()
      guard unsafe lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        return nil
      }
      return File(number: number, path: file, size: UInt64(clamping: status.st_size))
    }
    .sorted { $0.number < $1.number }
  }

  /// The path of a new file.
  func path(of number: Int) -> String {
    let digits = String(number)
    return path + "/flight-" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
      + ".mcap"
  }

  /// Free disk space for unprivileged users, bytes; `nil` if it is unknown.
  var freeBytes: UInt64? {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    return UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
      .partialValue
  }

  /// Creates the folder if it does not exist.
  func make() throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Removes the oldest files until the rest fits; the newest stays, because it is being written or
  /// shows what preceded the full disk.
  ///
  /// - Parameters:
  ///   - limit: Maximum total size of the files, bytes.
  ///   - reserve: Disk space that stays free, bytes.
  /// - Returns: Size of the remaining files, bytes, and whether the reserve is free.
  func makeRoom(limit: UInt64, reserve: UInt64) -> (size: UInt64, isEnough: Bool) {
    let files = files
    // Wrapping addition: the folder may contain sparse files of any size.
    var size = files.reduce(0) { $0 &+ $1.size }
    for file in files.dropLast() {
      if size <= limit, freeBytes ?? .max >= reserve { break }
      guard unsafe unlink(file.path) == 0 else { continue }
      size &-= file.size
    }
    return (size, freeBytes ?? .max >= reserve)
  }
}
