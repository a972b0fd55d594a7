/// Why a key file cannot be used.
package enum MAVLinkKeyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// It cannot be read.
  case unreadable(path: String, reason: String)

  /// It has no content, or far too much.
  case noKey(path: String)

  package var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .noKey(let path):
      "\(path) holds no key: write 64 hexadecimal digits, or the passphrase of the ground station"
    }
  }
}
