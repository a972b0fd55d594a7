package import Foundation
import Glibc

/// A file that is replaced whole or not at all, whatever ends the program in between.
package enum AtomicFile {
  /// The prefix of a file that is being written, so that what a killed program left can be told.
  static func temporaryPrefix(of name: String) -> String { ".\(name).part-" }

  /// Removes what a program that was killed while it wrote the file left beside it.
  package static func removeParts(of url: URL) {
    let folder = url.deletingLastPathComponent()
    let prefix = temporaryPrefix(of: url.lastPathComponent)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  /// Writes a temporary file beside the target, flushes it, renames it over the target and flushes the
  /// folder: after a crash or a power cut the old content or the new one is there, never a part.
  ///
  /// A private one can be read by its owner only.
  ///
  /// What is no regular file (a pipe, a terminal) is written as it is.
  ///
  /// - Throws: `POSIXError` of the step that failed; the target is then untouched.
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

  /// Makes the names in a folder last.
  private static func flush(_ folder: URL) throws {
    let path = folder.path.isEmpty ? "." : folder.path
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    // Some file systems have nothing to flush for a folder and say so.
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
