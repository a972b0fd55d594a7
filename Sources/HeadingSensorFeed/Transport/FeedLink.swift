import HeadingSensing

/// A sender and its session.
struct FeedLink {
  /// Descriptor; -1 for a serial line that is not there.
  ///
  /// The loop closes it, unless the endpoint's port does.
  var descriptor: Int32

  let endpoint: FeedEndpoint

  var session: FeedSession

  /// When its declaration was last seen in force, at first when it began.
  var declared: BootTime

  /// Number of bytes that came since then without a declaration in force.
  var undeclared = 0

  /// Address of a datagram's sender.
  var sender: [UInt8] = []

  /// Whether it is a file, whose samples are taken in their own time.
  var isFile = false

  /// What was read of standard input and is still to be taken.
  var held: [UInt8] = []

  /// When a serial line is opened again.
  var retry: BootTime?

  /// Number of failed attempts to open a serial line.
  var attempts = 0

  /// Whether it is a connection to a Unix socket.
  var isConnection: Bool {
    if case .socket = endpoint { return true }
    return false
  }
}
