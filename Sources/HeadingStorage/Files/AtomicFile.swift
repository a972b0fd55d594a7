package import Foundation
import Glibc

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
      let target = unsafe open(url.path, O_WRONLY | O_CLOEXEC)
      guard target >= 0 else { throw failure() }
      defer { close(target) }
      return try write(data, to: target)
    }
    let folder = url.deletingLastPathComponent()
    let name = temporaryPrefix(of: url.lastPathComponent) + "\(UInt32.random(in: 0 ... .max))"
    let path = folder.appendingPathComponent(name).path
    let file = unsafe open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o644)
    guard file >= 0 else { throw failure() }
    do {
      defer { close(file) }
      try write(data, to: file)
      guard fsync(file) == 0 else { throw failure() }
      guard unsafe rename(path, url.path) == 0 else { throw failure() }
    } catch {
      unsafe unlink(path)
      throw error
    }
    try flush(folder)
  }

  /// Flushes a folder's entries to the disk.
  private static func flush(_ folder: URL) throws {
    let path = folder.path.isEmpty ? "." : folder.path
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    // Some file systems do not support flushing a folder.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure() }
  }

  private static func write(_ data: Data, to descriptor: Int32) throws {
    var rest = data[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure()
      }
      rest = rest.dropFirst(count)
    }
  }

  private static func failure() -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
