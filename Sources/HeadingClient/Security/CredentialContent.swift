import Glibc

/// The content of a file that a ``ConnectionSecurity`` names.
package enum CredentialContent {
  /// Largest size of a file, bytes.
  private static let largest = 1 << 20

  /// Reads a file.
  ///
  /// - Throws: ``HeadingClientError/unusableFile(_:reason:)``.
  package static func of(_ path: String) throws(HeadingClientError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .unusableFile(path, reason: reason) }
    defer { close(file) }
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 14)
    while content.count <= largest {
      let count = unsafe read(file, &part, part.count)
      guard count >= 0 else { throw .unusableFile(path, reason: reason) }
      if count == 0 { return content }
      content += part[..<count]
    }
    throw .unusableFile(path, reason: "it is larger than 1 MB")
  }

  /// Reads a file with a token: one line of printable ASCII.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - longest: Largest length of a token, bytes.
  /// - Returns: The token.
  /// - Throws: ``HeadingClientError/unusableFile(_:reason:)``.
  package static func token(
    _ path: String, longest: Int = 256
  ) throws(HeadingClientError) -> String {
    var bytes = try of(path)[...]
    while let last = bytes.last, [0x0A, 0x0D, 0x20].contains(last) { bytes.removeLast() }
    guard (1...longest).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw .unusableFile(
        path, reason: "it holds no token, which is one line of printable characters")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static var reason: String { unsafe String(cString: strerror(errno)) }
}
