import NIOCore
import Synchronization

/// How many connections a port has open.
final class ConnectionLimit: Sendable {
  /// Connections at the same time; small values turn readers away, large ones take descriptors from others.
  private let most: Int

  private let open = Mutex(0)

  init(most: Int) { self.most = most }

  /// Counts a connection until it is closed; false if there are too many.
  func admit(_ channel: any Channel) -> Bool {
    let isAdmitted = open.withLock { open in
      guard open < most else { return false }
      open += 1
      return true
    }
    if isAdmitted { channel.closeFuture.whenComplete { _ in self.open.withLock { $0 -= 1 } } }
    return isAdmitted
  }
}
