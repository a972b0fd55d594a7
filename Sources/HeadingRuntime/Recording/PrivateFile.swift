package import Foundation
import Glibc

/// Files of recordings: they say where somebody was, so only their owner reads them.
package enum PrivateFile {
  /// Begins a file; one that is there is replaced, what is none (a pipe) is written to as it is.
  ///
  /// - Throws: The system's reason.
  package static func begin(_ url: URL) throws -> FileHandle {
    let descriptor = unsafe open(url.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      // Of somebody else's file the mode stays.
      _ = fchmod(descriptor, 0o600)
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
