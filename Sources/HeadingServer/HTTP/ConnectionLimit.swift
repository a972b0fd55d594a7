import NIOCore
import Synchronization

/// Limit on simultaneous connections: a new one beyond it closes the oldest of the network that has most.
///
/// Idle connections therefore block no client, and one host closes no connection of another: a response takes a
/// millisecond, so the oldest connection is an idle one.
final class ConnectionLimit: Sendable {
  private struct Connection {
    var channel: any Channel
    var network: String
  }

  /// Largest number of connections; small values close keep-alive connections, large ones use
  /// descriptors that others need.
  private let maximum: Int

  private let open = Mutex<[Connection]>([])

  init(maximum: Int) { self.maximum = maximum }

  /// Counts a connection until it is closed.
  func admit(_ channel: any Channel) {
    let network = PeerNetwork.of(channel.remoteAddress?.ipAddress ?? "")
    let displaced = open.withLock { open -> Connection? in
      open.append(Connection(channel: channel, network: network))
      return open.count > maximum
        ? open.remove(at: PeerNetwork.displaced(open.map(\.network))) : nil
    }
    displaced?.channel.close(promise: nil)
    channel.closeFuture.whenComplete { _ in self.release(channel) }
  }

  /// Counts a connection no longer, because it has become a stream with a limit of its own.
  func release(_ channel: any Channel) {
    open.withLock { $0.removeAll { $0.channel === channel } }
  }
}
