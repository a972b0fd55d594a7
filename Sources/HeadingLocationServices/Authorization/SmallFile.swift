package import Foundation
import Glibc

/// Reads regular files of a bounded size: somebody else may have put a pipe or a disk there.
package enum SmallFile {
  /// The largest that is read, bytes.
  package static let limit = 1_000_000

  /// The content; `nil` if it is no regular file, too large, or cannot be read.
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
