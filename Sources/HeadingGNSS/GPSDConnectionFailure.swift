import Glibc
import HeadingSystem

/// Cause of a failed connection to gpsd, with a remedy.
struct GPSDConnectionFailure: CustomStringConvertible {
  /// One sentence for the user.
  let description: String

  init(_ failure: StreamFailure, host: String, endpoint: String) {
    let isLocal = ["localhost", "127.0.0.1", "::1"].contains(host)
    let cause = Self.cause(failure)
    description =
      switch cause {
      case .refused where isLocal:
        "gpsd is not running at \(endpoint): start it with `systemctl start gpsd`"
      case .refused:
        "gpsd is not running at \(endpoint), or listens on loopback only there: start it with -G"
      case .unknownName: "the name \(host) has no address: check the spelling or the network"
      case .noAnswer: "\(endpoint) does not answer: check that the host is up and its firewall"
      case .other(let reason): "gpsd at \(endpoint) cannot be reached: \(reason); trying again"
      }
  }

  private enum Cause {
    case refused
    case unknownName
    case noAnswer
    case other(String)
  }

  private static func cause(_ failure: StreamFailure) -> Cause {
    switch failure {
    case .unknownHost: .unknownName
    case .noAnswer: .noAnswer
    case .system(ECONNREFUSED): .refused
    case .system(ETIMEDOUT), .system(EHOSTUNREACH), .system(ENETUNREACH): .noAnswer
    case .system(let code): .other(unsafe String(cString: strerror(code)))
    case .pathTooLong, .closed, .congested: .other("the connection was closed")
    }
  }
}
