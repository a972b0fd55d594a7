import Glibc

/// Why a feed cannot be opened.
package struct FeedError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What happened, why, and what to do, as a sentence without its full stop.
  package let description: String

  init(_ endpoint: FeedEndpoint, _ reason: String) {
    description = "the feed cannot listen on \(endpoint.name): \(reason)"
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
