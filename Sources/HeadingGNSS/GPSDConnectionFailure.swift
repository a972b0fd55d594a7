import Glibc
import NIOCore
import NIOPosix

/// Cause of a failed connection to gpsd, with a remedy.
struct GPSDConnectionFailure: CustomStringConvertible {
  /// One sentence for the user.
  let description: String

  init(_ error: any Error, host: String, endpoint: String) {
    let isLocal = ["localhost", "127.0.0.1", "::1"].contains(host)
    let cause = Self.cause(error)
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

  private static func cause(_ error: any Error) -> Cause {
    switch error {
    case let failure as NIOConnectionError:
      // Without any address no connection was attempted.
      guard let first = failure.connectionErrors.first else { return .unknownName }
      return cause(first.error)
    case let failure as IOError:
      switch failure.errnoCode {
      case ECONNREFUSED: return .refused
      case ETIMEDOUT, EHOSTUNREACH, ENETUNREACH: return .noAnswer
      default: return .other(unsafe String(cString: strerror(failure.errnoCode)))
      }
    case ChannelError.connectTimeout: return .noAnswer
    default: return .other("\(error)")
    }
  }
}
