import Glibc

/// Why a stream connection has ended, or was not made.
package enum StreamFailure: Error, Hashable {
  /// The name has no address.
  case unknownHost
  /// The path is longer than a socket's can be.
  case pathTooLong
  /// No address answered in time.
  case noAnswer
  /// ``StreamConnection/close()`` was called.
  case closed
  /// The peer reads too slowly, or not at all.
  case congested
  /// A system call failed.
  case system(CInt)

  /// How much the failure of one address tells about why none of several worked.
  ///
  /// A refusal means that the host is up; what this machine lacks, such as IPv6, means nothing.
  var weight: Int {
    switch self {
    case .system(ECONNREFUSED): 5
    case .system(EACCES), .system(EPERM): 4
    case .system(ETIMEDOUT), .noAnswer: 3
    case .system(EHOSTUNREACH), .system(ENETUNREACH): 2
    case .system(EAFNOSUPPORT), .system(EADDRNOTAVAIL): 0
    default: 1
    }
  }
}
