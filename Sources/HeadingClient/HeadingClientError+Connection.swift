import Glibc
import HeadingProtocol
import HeadingSystem

extension HeadingClientError {
  /// Creates the error for an error of a connection.
  package init(_ error: any Error, at address: ServerAddress) {
    self =
      switch error {
      case let known as HeadingClientError: known
      case let failure as StreamFailure: Self.meaning(of: failure, at: address)
      default: .failed(address, reason: "\(error)")
      }
  }

  /// Creates the error for the reason with which a server closes the connection.
  init(_ refusal: Refusal, at address: ServerAddress) {
    self =
      switch refusal.code {
      case "access", "token": .notAdmitted(address, reason: refusal.reason)
      default: .refused(address, reason: refusal.reason)
      }
  }

  /// Whether the daemon has to be started, or the network to come back: nothing is to be changed here.
  package var isOutage: Bool {
    switch self {
    case .notRunning, .unknownHost, .noAnswer, .silent, .connectionLost, .failed: true
    default: false
    }
  }

  private static func meaning(
    of failure: StreamFailure, at address: ServerAddress
  ) -> HeadingClientError {
    switch failure {
    case .unknownHost: .unknownHost(address)
    case .pathTooLong: .failed(address, reason: "the path is longer than 107 bytes")
    case .noAnswer: .noAnswer(address)
    case .closed: .connectionLost(address)
    case .congested: .failed(address, reason: "it does not read what is sent to it")
    case .system(let code): meaning(of: code, at: address)
    }
  }

  private static func meaning(of code: CInt, at address: ServerAddress) -> HeadingClientError {
    switch code {
    case ECONNREFUSED where isPlain(address): .failed(address, reason: "it is not a socket")
    case ECONNREFUSED, ENOENT: .notRunning(address)
    case EACCES, EPERM: .noPermission(address)
    case ETIMEDOUT, EHOSTUNREACH, ENETUNREACH: .noAnswer(address)
    case ECONNRESET, EPIPE: .connectionLost(address)
    default: .failed(address, reason: unsafe String(cString: strerror(code)))
    }
  }

  /// Whether the path is a file that is not a socket.
  private static func isPlain(_ address: ServerAddress) -> Bool {
    guard case .socket(let path) = address else { return false }
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFSOCK
  }
}
