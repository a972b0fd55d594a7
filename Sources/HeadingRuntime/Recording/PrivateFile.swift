package import FoundationEssentials
import Glibc
package import HeadingSystem

/// Files of recordings: they contain positions, so only their owner can read them.
package enum PrivateFile {
  /// Opens a file for writing; a regular file is truncated, anything else (a pipe) is written as it
  /// is.
  ///
  /// - Throws: The system's error.
  package static func begin(_ url: URL) throws -> OpenFile {
    let file = try OpenFile(url.path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    var status = stat()
    if unsafe fstat(file.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      // Fails for another user's file, which keeps its mode.
      _ = fchmod(file.descriptor, 0o600)
    }
    return file
  }
}
