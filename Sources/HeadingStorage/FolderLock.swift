import Foundation
import Glibc

/// A folder that one program at a time changes; reading needs no lock, since files are replaced whole.
struct FolderLock {
  private let descriptor: Int32

  /// Waits until no other program holds the lock; the kernel drops it with the program.
  ///
  /// - Throws: `POSIXError` if the folder's lock file cannot be opened.
  init(_ folder: URL) throws {
    let path = folder.appendingPathComponent(".lock").path
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
  }

  /// Lets the next program in; once.
  func release() { close(descriptor) }
}
