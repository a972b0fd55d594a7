import NIOCore
import Synchronization

/// The channels of one connection attempt, closed at once when the task is cancelled.
///
/// A name with several addresses opens several channels, of which one is used.
final class OpenChannels: Sendable {
  private struct State {
    var channels: [any Channel] = []
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Adds a channel; closes it if ``close()`` was called before.
  func add(_ channel: any Channel) {
    let isClosed = state.withLock { state in
      state.channels.append(channel)
      return state.isClosed
    }
    if isClosed { channel.close(promise: nil) }
  }

  /// Closes every channel, including those added later.
  func close() {
    let channels = state.withLock { state in
      state.isClosed = true
      return state.channels
    }
    for channel in channels { channel.close(promise: nil) }
  }
}
