import NIOCore
import Synchronization

/// Limit on simultaneous connections: a new connection beyond it closes the oldest.
///
/// Idle connections therefore block no client: a response takes a millisecond, so the oldest
/// connection is an idle one.
final class ConnectionLimit: Sendable {
  /// Largest number of connections; small values close keep-alive connections, large ones use
  /// descriptors that others need.
  private let maximum: Int

  private let open = Mutex<[any Channel]>([])

  init(maximum: Int) { self.maximum = maximum }

  /// Counts a connection until it is closed.
  func admit(_ channel: any Channel) {
    let oldest = open.withLock { open in
      open.append(channel)
      return open.count > maximum ? open.removeFirst() : nil
    }
    oldest?.close(promise: nil)
    channel.closeFuture.whenComplete { _ in self.release(channel) }
  }

  /// Counts a connection no longer, because it has become a stream with a limit of its own.
  func release(_ channel: any Channel) {
    open.withLock { $0.removeAll { $0 === channel } }
  }
}
