import FoundationEssentials
import Glibc

/// An exclusive lock for changes in a folder; reading needs none, since files are replaced
/// atomically.
struct FolderLock {
  private let descriptor: Int32

  /// Waits for the lock; the kernel releases it when the program ends.
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

  /// Releases the lock; call once.
  func release() { close(descriptor) }
}
