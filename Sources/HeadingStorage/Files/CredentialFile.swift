import FoundationEssentials
import Glibc

/// A file with a certificate, a key or a token.
package enum CredentialFile {
  /// Reason why a file is unusable, in words for users.
  package struct Problem: Error, Hashable {
    /// What is wrong, such as `there is no such file or folder`.
    package var reason: String
  }

  /// Largest size, bytes; a list of authorities with all public ones has about 220 kB.
  private static let largest = 1 << 20

  /// Reads a file.
  ///
  /// - Parameter path: The file.
  /// - Returns: The content.
  /// - Throws: The reason why there is none.
  package static func content(_ path: String) throws(Problem) -> [UInt8] {
    let content: Data
    do {
      content = try SmallFile.content(path, atMost: largest)
    } catch {
      throw Problem(reason: FileReason.text(error))
    }
    guard content.count <= largest else { throw Problem(reason: "it is larger than 1 MB") }
    return Array(content)
  }

  /// Whether users besides the owner and the group may read a file.
  package static func isReadableByAll(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IROTH != 0
  }
}
