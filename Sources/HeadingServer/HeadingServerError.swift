/// An error that prevents a server from listening.
public enum HeadingServerError: Error, Hashable, Sendable {
  /// Another daemon accepts connections at the socket.
  case alreadyRunning(path: String)

  /// The file at the path is not a socket.
  case notASocket(path: String)

  /// The path exceeds the length of a socket address.
  case pathTooLong(path: String)

  /// The socket cannot be created.
  case socketFailed(path: String, reason: String)

  /// The TCP port cannot be bound.
  case portFailed(address: String, port: Int, reason: String)

  /// A socket inherited from the service manager cannot be used.
  case inheritedFailed(reason: String)

  /// Neither a socket nor a port is configured.
  case nowhereToListen
}

extension HeadingServerError: CustomStringConvertible {
  /// Cause and remedy in one sentence.
  public var description: String {
    switch self {
    case .alreadyRunning(let path):
      "headingd is already running: it answers at \(path); stop it, or give another --socket PATH"
    case .notASocket(let path):
      "\(path) is there and is no socket: remove it, or give another --socket PATH"
    case .pathTooLong(let path):
      "the socket's path \(path) is too long (90 bytes at most): give a shorter --socket PATH"
    case .socketFailed(let path, let reason):
      "the socket \(path) cannot be made: \(reason); its folder must exist and be writable, or give "
        + "another --socket PATH"
    case .portFailed(let address, let port, let reason):
      "the TCP port \(port) on \(address) cannot be had: \(reason); choose another"
    case .inheritedFailed(let reason):
      "a socket of the service manager cannot be used: \(reason); check the socket unit"
    case .nowhereToListen:
      "there is no place to listen: /run/headingd is not writable and XDG_RUNTIME_DIR is not set; "
        + "give --socket PATH"
    }
  }
}
