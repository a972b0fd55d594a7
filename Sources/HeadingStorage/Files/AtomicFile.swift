package import FoundationEssentials
import Glibc
import HeadingSystem

/// Atomic replacement of a file.
package enum AtomicFile {
  /// Name prefix of temporary files, which identifies the remains of a killed program.
  static func temporaryPrefix(of name: String) -> String { ".\(name).part-" }

  /// Removes temporary files that a killed program left beside the file.
  package static func removeParts(of url: URL) {
    let folder = url.deletingLastPathComponent()
    let prefix = temporaryPrefix(of: url.lastPathComponent)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  /// Writes a temporary file beside the target, flushes it, renames it over the target and flushes
  /// the folder.
  ///
  /// After a crash or a power failure the file has the old or the new content, never a part. A
  /// private file is readable by its owner only. A target that is no regular file (a pipe, a
  /// terminal) is written directly.
  ///
  /// - Throws: `POSIXError` of the step that failed; the target is then unchanged.
  package static func write(_ data: Data, to url: URL, isPrivate: Bool = false) throws {
    var status = stat()
    if unsafe stat(url.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return try OpenFile(url.path, O_WRONLY).write(data)
    }
    let path = temporaryPath(of: url)
    let file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: isPrivate ? 0o600 : 0o644)
    do {
      try file.write(data)
      guard fsync(file.descriptor) == 0 else { throw failure() }
      guard unsafe rename(path, url.path) == 0 else { throw failure() }
    } catch {
      unsafe unlink(path)
      throw error
    }
    try flush(url.deletingLastPathComponent())
  }

  /// Checks that ``write(_:to:isPrivate:)`` is possible now, by a small temporary file in the folder.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - size: The size of the temporary file, bytes.
  /// - Throws: `POSIXError` of the step that failed.
  package static func checkWritable(_ url: URL, size: Int = 4096) throws {
    var status = stat()
    if unsafe stat(url.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw POSIXError(.EISDIR) }
      guard unsafe access(url.path, W_OK) == 0 else { throw failure() }
      return
    }
    let path = temporaryPath(of: url)
    let file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    defer { unsafe unlink(path) }
    // A full disk has room for a name.
    try file.write([UInt8](repeating: 0, count: size))
    guard fsync(file.descriptor) == 0 else { throw failure() }
  }

  private static func temporaryPath(of url: URL) -> String {
    let name = temporaryPrefix(of: url.lastPathComponent) + "\(UInt32.random(in: 0 ... .max))"
    return url.deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Flushes a folder's entries to the disk.
  private static func flush(_ folder: URL) throws {
    let path = folder.path.isEmpty ? "." : folder.path
    let file = try OpenFile(path, O_RDONLY | O_DIRECTORY)
    // Some file systems do not support flushing a folder.
    guard fsync(file.descriptor) == 0 || errno == EINVAL else { throw failure() }
  }

  private static func failure() -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
