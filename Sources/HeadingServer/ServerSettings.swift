import HeadingProtocol

/// Where a server listens and how much it takes on.
public struct ServerSettings: Sendable, Hashable {
  /// Path of the Unix socket; `nil` for none.
  public var socketPath: String?

  /// Sockets that listen already, opened by a service manager; each is used by a duplicate.
  public var inheritedSockets: [CInt] = []

  /// TCP port on 127.0.0.1; `nil` for none, 0 for any free one.
  public var loopbackPort: Int?

  /// Group that may connect besides the user, if the system has it; default `headingd`.
  public var group = "headingd"

  /// Connections at the same time; small values turn readers away, large ones use descriptors and
  /// about 100 kB each when they stall; default 256.
  public var maximumSubscribers = 256

  /// Longest request, bytes; more is cut off; default 4096.
  public var longestRequest = 4096

  /// Requests a second from one connection; more are cut off; default 20.
  public var requestsPerSecond = 20

  /// Bytes of a slow reader's backlog in the kernel (`SO_SNDBUF`): after a stall it reads these old
  /// lines before the newest; small values make it miss updates sooner; default 32,768, which the
  /// kernel doubles.
  public var sendBuffer = 32_768

  /// Lines that may wait for a client that asked for all of them; more cut it off; default 1024.
  public var longestQueue = 1024

  /// Bytes of answers that may wait for a client which asks and does not read; more cut it off; default
  /// 262,144.
  public var longestAnswers = 262_144

  /// Connections of one user at the same time, the daemon's own and root excepted: three quarters of all.
  var mostOfUser: Int { max(1, maximumSubscribers - maximumSubscribers / 4) }

  /// Connections at the same time, those among them that are being told why they are turned away.
  var mostConnections: Int {
    min(maximumSubscribers, DescriptorLimit.forClients) + DescriptorLimit.guests(atMost: 16)
  }

  /// Seconds that a client which is turned away has to read why; default 1.
  package var farewell = 1.0

  /// Who may see and do what.
  package var policy = AccessPolicy()

  /// The server's name and version for the greeting.
  public var serverName = "headingd \(ProgramVersion.text)"

  /// Makes settings.
  public init(socketPath: String?, loopbackPort: Int? = nil) {
    self.socketPath = socketPath
    self.loopbackPort = loopbackPort
  }
}
