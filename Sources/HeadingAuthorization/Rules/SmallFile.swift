package import Foundation
import Glibc

/// Reader of regular files of bounded size; the path may be another user's FIFO or device.
package enum SmallFile {
  /// Largest size that is read, bytes.
  package static let limit = 1_000_000

  /// Returns the content; `nil` if the file is not regular, too large or unreadable.
  package static func read(_ path: String) -> Data? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let data = (try? handle.read(upToCount: limit + 1)) ?? Data()
    return data.count <= limit ? data : nil
  }
}
