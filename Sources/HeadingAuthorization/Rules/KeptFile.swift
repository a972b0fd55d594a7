package import FoundationEssentials
import Glibc
import HeadingStorage

/// A file of decisions that only its user may change.
package enum KeptFile {
  /// Why a file's content is not used.
  package struct Unsafe: Error, CustomStringConvertible {
    /// The reason, and what to do.
    package let description: String
  }

  /// Checks that nobody but this user, and root, can have written a file that exists.
  ///
  /// - Throws: ``Unsafe``.
  package static func check(_ file: URL) throws(Unsafe) {
    // The group of a folder is, by the usual mask, that of the user alone.
    let paths: [(String, mode_t)] = [
      (file.deletingLastPathComponent().path, 0o002), (file.path, 0o022),
    ]
    for (path, forbidden) in paths {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { continue }
      guard status.st_uid == geteuid() || status.st_uid == 0 else {
        throw Unsafe(description: "\(path) belongs to another user")
      }
      // What the sticky bit of a folder protects, such as a file in /tmp, is still its owner's.
      let isProtected = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & S_ISVTX != 0
      guard status.st_mode & forbidden == 0 || isProtected else {
        throw Unsafe(
          description: "other users may write to \(path): run `chmod go-w \(path)`")
      }
    }
  }

  /// Writes a file that only this user may read; a missing folder is made for this user only.
  ///
  /// - Throws: The system's error; the file is then unchanged.
  package static func write(_ data: Data, to file: URL) throws {
    let folder = file.deletingLastPathComponent()
    if !FileManager.default.fileExists(atPath: folder.path) {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    try AtomicFile.write(data, to: file, isPrivate: true)
  }
}
