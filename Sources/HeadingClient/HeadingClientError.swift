import HeadingProtocol

/// Reason why a client cannot read from a daemon.
///
/// The description says what happened and what to do, in one English sentence that may be shown to
/// users.
public enum HeadingClientError: Error, Hashable, Sendable {
  /// No server listens at the address: start the daemon.
  case notRunning(ServerAddress)

  /// The socket is there, but this user may not open it.
  case noPermission(ServerAddress)

  /// The host's name has no address.
  case unknownHost(ServerAddress)

  /// The host does not answer.
  case noAnswer(ServerAddress)

  /// The server accepts the connection but sends nothing in time.
  case silent(ServerAddress)

  /// The server's certificate is unknown, expired or for another name: nothing was sent to it.
  case untrusted(ServerAddress, reason: String)

  /// What listens there does not speak TLS.
  case notEncrypted(ServerAddress)

  /// The daemon asks for a proof that this client did not give, or does not allow it what it wants.
  case notAdmitted(ServerAddress, reason: String)

  /// A file of ``ConnectionSecurity`` cannot be used.
  case unusableFile(String, reason: String)

  /// What listens there is not headingd.
  case notHeadingd(ServerAddress)

  /// The daemon uses a newer protocol version: update this program.
  case newerProtocol(ServerAddress, version: Int)

  /// The daemon closed the connection with a reason: too many connections, no access for this user,
  /// or a request that is out of range.
  case refused(ServerAddress, reason: String)

  /// The connection ended without a reason: the daemon was stopped, or the network failed.
  case connectionLost(ServerAddress)

  /// The daemon refused a command, with a reason; the connection stays open.
  case notFollowed(ServerAddress, command: String, reason: String)

  /// This program read too slowly for a stream that must be complete.
  case tooSlow(ServerAddress)

  /// Something else failed, in the system's words.
  case failed(ServerAddress, reason: String)
}

extension HeadingClientError: CustomStringConvertible {
  /// What happened and what to do, in one sentence.
  public var description: String {
    switch self {
    case .notRunning(let address):
      Self.absence(of: address)
    case .noPermission(let address):
      "no permission to open \(address): add yourself to its group with "
        + "`sudo usermod -aG headingd $USER` and log in again"
    case .unknownHost(let address):
      "the host of \(address) has no address: check the spelling or the network"
    case .noAnswer(let address):
      "\(address) does not answer: check that the host is up and its firewall"
    case .silent(let address):
      "headingd at \(address) does not respond: it sent nothing in time; look at its log, "
        + "or restart it with `systemctl restart headingd`"
    case .untrusted(let address, let reason):
      "\(address) is not trusted: \(reason)"
    case .notEncrypted(let address):
      "what listens at \(address) does not speak TLS: check the address and `listen.tcp` of the daemon; "
        + "--unencrypted reads a daemon that is open on purpose"
    case .notAdmitted(let address, let reason):
      "headingd at \(address) does not admit this client: \(PlainText.of(reason))"
    case .unusableFile(let path, let reason):
      "the file '\(PlainText.of(path))' cannot be used: \(reason)"
    case .notHeadingd(let address):
      "what listens at \(address) is not headingd: check the address"
    case .newerProtocol(let address, let version):
      "headingd at \(address) speaks protocol \(version), this program "
        + "\(Greeting.currentVersion): update this program"
    case .refused(let address, let reason):
      "headingd at \(address) closed the connection: \(PlainText.of(reason))"
    case .connectionLost(let address):
      "the connection to headingd at \(address) ended: it was stopped or the network failed"
    case .notFollowed(let address, let command, let reason):
      "headingd at \(address) refused the command \(command): \(reason)"
    case .tooSlow(let address):
      "this program was too slow for headingd at \(address): too much runs on this machine, or its disk is slow"
    case .failed(let address, let reason):
      "headingd at \(address) cannot be reached: \(reason)"
    }
  }

  private static func absence(of address: ServerAddress) -> String {
    switch address {
    case .socket:
      "headingd is not running at \(address): start it with `systemctl start headingd`, or run "
        + "`headingd`"
    case .host:
      "no headingd listens at \(address): start it there, with `listen.tcp` in its configuration "
        + "(docs/remote.md)"
    }
  }
}
