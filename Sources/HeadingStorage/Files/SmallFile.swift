import Foundation
import Glibc

/// Reads a file, device or pipe up to a size limit.
enum SmallFile {
  /// The content; one byte more than the limit if the file is larger.
  ///
  /// - Throws: `POSIXError` of the step that failed.
  static func content(_ path: String, atMost limit: Int) throws -> Data {
    // A blocking open of a pipe without a writer would not return.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var content = Data()
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while content.count <= limit {
      let count = unsafe read(descriptor, &chunk, min(chunk.count, limit + 1 - content.count))
      if count < 0 {
        if errno == EINTR { continue }
        guard errno == EAGAIN else { throw failure() }
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wait, 1, timeout) > 0 else { throw POSIXError(.ETIMEDOUT) }
        continue
      }
      if count == 0 { break }
      content.append(contentsOf: chunk[..<count])
    }
    return content
  }

  /// Timeout of a pipe without data, ms.
  private static let timeout: CInt = 5000

  private static func failure() -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
