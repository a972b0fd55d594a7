import Glibc

extension MAVLinkKey {
  /// Largest number of bytes in a key file.
  private static let longestFile = 1024

  /// Reads a key file, whose text ``init(text:)`` describes.
  package init(file path: String) throws(MAVLinkKeyError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: Self.reason()) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.longestFile + 1)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .unreadable(path: path, reason: Self.reason()) }
    guard count <= Self.longestFile,
      let text = String(validating: bytes[..<count], as: UTF8.self), let key = Self(text: text)
    else { throw .noKey(path: path) }
    self = key
  }

  /// Whether users besides owner and group can read a key file.
  package static func isPublic(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & 0o004 != 0
  }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}
