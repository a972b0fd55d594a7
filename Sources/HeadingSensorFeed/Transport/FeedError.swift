import Glibc

/// Why a feed cannot be opened.
package struct FeedError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What happened, why, and what to do, as a sentence without its full stop.
  package let description: String

  init(_ endpoint: FeedEndpoint, _ reason: String) {
    description = "the feed cannot listen on \(endpoint.name): \(reason)"
  }

  /// The reason why a socket cannot be made, which may be one of its folder.
  static func reason(_ code: Int32, ofSocket path: String) -> String {
    let folder =
      path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    switch code {
    case ENOENT: return "its folder \(folder) does not exist; make it, or name another path"
    case ENOTDIR: return "\(folder) is no folder; name another path"
    case EACCES, EPERM:
      return "this user may not make files in \(folder); name another path, or change its mode"
    case EROFS: return "\(folder) can only be read; name another path"
    default: return reason(code)
    }
  }

  /// The reason of a failed system call.
  static func reason(_ code: Int32) -> String {
    switch code {
    case EADDRINUSE: "another program listens there"
    case EADDRNOTAVAIL: "this machine has no such address"
    case EACCES, EPERM: "this user may not"
    case ENOENT: "it does not exist"
    case EBUSY: "another program uses it"
    case ENODEV, ENXIO, EIO: "it is gone"
    case EMFILE, ENFILE: "too many files are open"
    default: unsafe String(cString: strerror(code))
    }
  }
}
