import NIOCore
import Synchronization

/// How many connections a server holds at the same time: one more ends the oldest.
///
/// Who keeps connections open without asking keeps nobody out: an answer takes a millisecond, so that the oldest
/// is one that waits.
final class ConnectionLimit: Sendable {
  /// Connections at the same time; small values end those that keep alive, large ones take descriptors from others.
  private let most: Int

  private let open = Mutex<[any Channel]>([])

  init(most: Int) { self.most = most }

  /// Counts a connection until it is closed.
  func admit(_ channel: any Channel) {
    let oldest = open.withLock { open in
      open.append(channel)
      return open.count > most ? open.removeFirst() : nil
    }
    oldest?.close(promise: nil)
    channel.closeFuture.whenComplete { _ in self.open.withLock { $0.removeAll { $0 === channel } } }
  }
}
