import Glibc

/// Credentials of the peer of a Unix socket: `struct ucred` of unix(7), recorded by the kernel at
/// connect.
package struct PeerCredentials: Sendable, Hashable {
  /// The process ID; informative only, because the process may have ended and its ID may be reused.
  package var process: Int32
  /// The effective user.
  package var user: UInt32
  /// The effective group.
  package var group: UInt32

  /// Creates credentials.
  package init(process: Int32, user: UInt32, group: UInt32) {
    self.process = process
    self.user = user
    self.group = group
  }

  /// The executable's path, for logs; `nil` if it cannot be read.
  package var executable: String? {
    var buffer = [CChar](repeating: 0, count: 1024)
    let count = unsafe readlink("/proc/\(process)/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
