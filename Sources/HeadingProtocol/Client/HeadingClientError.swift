/// Reason why a client cannot read from a daemon.
public enum HeadingClientError: Error, Hashable, Sendable {
  /// No server listens at the address.
  case notRunning(ServerAddress)

  /// The socket exists, but this user may not open it.
  case noPermission(ServerAddress)

  /// The host's name has no address.
  case unknownHost(ServerAddress)

  /// The host does not answer.
  case noAnswer(ServerAddress)

  /// The server accepts the connection but sends nothing.
  case silent(ServerAddress)

  /// The server is not headingd.
  case notHeadingd(ServerAddress)

  /// The daemon uses a newer protocol version.
  case newerProtocol(ServerAddress, version: Int)

  /// The daemon closed the connection with a reason.
  case refused(ServerAddress, reason: String)

  /// The connection ended without a reason: the daemon was stopped, or the network failed.
  case connectionLost(ServerAddress)

  /// This program read too slowly for a stream that must be complete.
  case tooSlow(ServerAddress)

  /// Another failure, with the system's reason.
  case failed(ServerAddress, reason: String)
}

extension HeadingClientError: CustomStringConvertible {
  /// What happened and how to fix it, in one sentence.
  public var description: String {
    switch self {
    case .notRunning(let address):
      "headingd is not running at \(address): start it with `systemctl start headingd`, or run "
        + "`headingd`"
    case .noPermission(let address):
      "no permission to open \(address): add yourself to its group with "
        + "`sudo usermod -aG headingd $USER` and log in again"
    case .unknownHost(let address):
      "the host of \(address) has no address: check the spelling or the network"
    case .noAnswer(let address):
      "\(address) does not answer: check that the host is up and its firewall"
    case .silent(let address):
      "headingd at \(address) does not respond: it has sent nothing for \(HeadingClient.patienceText); look at its log, or "
        + "restart it with `systemctl restart headingd`"
    case .notHeadingd(let address):
      "the server at \(address) is not headingd: check the address"
    case .newerProtocol(let address, let version):
      "headingd at \(address) uses protocol version \(version), this program "
        + "\(Greeting.currentVersion): update this program"
    case .refused(let address, let reason):
      "headingd at \(address) closed the connection: \(reason)"
    case .connectionLost(let address):
      "the connection to headingd at \(address) ended: it was stopped or the network failed"
    case .tooSlow(let address):
      "this program was too slow for headingd at \(address): this machine is overloaded, or its disk is slow"
    case .failed(let address, let reason):
      "headingd at \(address) cannot be reached: \(reason)"
    }
  }
}
