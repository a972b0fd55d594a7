package import Foundation
import Glibc

/// Files of recordings: they contain positions, so only their owner can read them.
package enum PrivateFile {
  /// Opens a file for writing; a regular file is truncated, anything else (a pipe) is written as it
  /// is.
  ///
  /// - Throws: The system's error.
  package static func begin(_ url: URL) throws -> FileHandle {
    let descriptor = unsafe open(url.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      // Fails for another user's file, which keeps its mode.
      _ = fchmod(descriptor, 0o600)
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
