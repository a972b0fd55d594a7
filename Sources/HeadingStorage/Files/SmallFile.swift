import FoundationEssentials
import Glibc
import HeadingSystem

/// Reads a file, device or pipe up to a size limit.
enum SmallFile {
  /// The content; one byte more than the limit if the file is larger.
  ///
  /// - Throws: `POSIXError` of the step that failed.
  static func content(_ path: String, atMost limit: Int) throws -> Data {
    // A blocking open of a pipe without a writer would not return.
    let file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
    var content = Data()
    while content.count <= limit {
      do {
        let part = try file.read(atMost: min(1 << 14, limit + 1 - content.count))
        if part.isEmpty { break }
        content.append(contentsOf: part)
      } catch let error as POSIXError where error.code == .EAGAIN {
        var wait = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wait, 1, timeout) > 0 else { throw POSIXError(.ETIMEDOUT) }
      }
    }
    return content
  }

  /// Timeout of a pipe without data, ms.
  private static let timeout: CInt = 5000
}
