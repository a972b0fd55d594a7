package import FoundationEssentials
import Glibc
import HeadingSystem

/// Reader of regular files of bounded size; the path may be another user's FIFO or device.
package enum SmallFile {
  /// Largest size that is read, bytes.
  package static let limit = 1_000_000

  /// Returns the content; `nil` if the file is not regular, too large or unreadable.
  package static func read(_ path: String) -> Data? {
    guard let file = try? OpenFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY) else { return nil }
    var status = stat()
    guard unsafe fstat(file.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let data = (try? file.content(atMost: limit + 1)) ?? Data()
    return data.count <= limit ? data : nil
  }
}
