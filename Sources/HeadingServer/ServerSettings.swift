package import HeadingAuthorization
import HeadingProtocol

/// Addresses and limits of a server.
public struct ServerSettings: Sendable, Hashable {
  /// Path of the Unix socket; `nil` for none.
  public var socketPath: String?

  /// Listening sockets opened by a service manager; each is duplicated before use.
  public var inheritedSockets: [CInt] = []

  /// TCP port on 127.0.0.1; `nil` for none, 0 for any free one.
  public var loopbackPort: Int?

  /// Group that may connect besides the user, if it exists; default `headingd`.
  public var group = "headingd"

  /// Largest number of subscribers; small values reject clients, large ones use descriptors and
  /// about 100 kB per stalled client; default 256.
  public var maximumSubscribers = 256

  /// Longest request, bytes; a longer one disconnects the client; default 4096.
  public var longestRequest = 4096

  /// Largest rate of requests per connection, 1/s; more disconnect the client; default 20.
  public var requestsPerSecond = 20

  /// Send buffer of the kernel (`SO_SNDBUF`), bytes: after a stall a client reads these old lines
  /// before the newest; small values make it miss updates sooner; default 32,768, which the kernel
  /// doubles.
  public var sendBuffer = 32_768

  /// Largest number of queued lines for a client that requested all of them; more disconnect it;
  /// default 1024.
  public var longestQueue = 1024

  /// Largest size of unread answers, bytes; more disconnect the client; default 262,144.
  public var longestAnswers = 262_144

  /// Time for a client of another machine to complete the handshake and send its token, s: small values
  /// reject slow networks, large ones let strangers occupy places longer; default 4.
  package var admissionTimeout = 4.0

  /// Delay of the refusal of a token, s: large values slow guessing down; default 1.
  package var refusalDelay = 1.0

  /// Largest number of clients of other machines that are not admitted yet; default 64.
  package var maximumPending = 64

  /// The same of one address; default 16.
  package var maximumPendingPerAddress = 16

  /// Whether the clients are those of other machines.
  package var isRemote = false

  /// Largest number of connections per user except root and the daemon's own: three quarters of
  /// all.
  var maximumPerUser: Int {
    isRemote ? maximumConnections : max(1, maximumSubscribers - maximumSubscribers / 4)
  }

  /// Largest number of connections, including those being rejected.
  var maximumConnections: Int {
    min(maximumSubscribers, DescriptorLimit.forClients)
      + (isRemote ? maximumPending : DescriptorLimit.guests(atMost: 16))
  }

  /// Time for a rejected client to read the reason, s; default 1.
  package var closeTimeout = 1.0

  /// The access policy.
  package var policy = AccessPolicy()

  /// The server's name and version for the greeting.
  public var serverName = "headingd \(ProgramVersion.text)"

  /// Creates settings.
  public init(socketPath: String?, loopbackPort: Int? = nil) {
    self.socketPath = socketPath
    self.loopbackPort = loopbackPort
  }
}
