import Glibc

/// Who is at the other end of a Unix socket: `struct ucred` of unix(7), as the kernel noted it at connect.
package struct PeerCredentials: Sendable, Hashable {
  /// The process; advice only, for it may be gone and its number another's.
  package var process: Int32
  /// The effective user.
  package var user: UInt32
  /// The effective group.
  package var group: UInt32

  /// Makes credentials.
  package init(process: Int32, user: UInt32, group: UInt32) {
    self.process = process
    self.user = user
    self.group = group
  }

  /// The program's file, for logs; `nil` if it cannot be told.
  package var executable: String? {
    var buffer = [CChar](repeating: 0, count: 1024)
    let count = unsafe readlink("/proc/\(process)/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
