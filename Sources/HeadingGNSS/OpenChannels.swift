import NIOCore
import Synchronization

/// The channels of one attempt to connect, so that cancelling the task closes them at once.
///
/// A name with several addresses makes several channels, of which one wins.
final class OpenChannels: Sendable {
  private struct State {
    var channels: [any Channel] = []
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Takes note of a channel; closes it if everything was closed before.
  func add(_ channel: any Channel) {
    let isClosed = state.withLock { state in
      state.channels.append(channel)
      return state.isClosed
    }
    if isClosed { channel.close(promise: nil) }
  }

  /// Closes every channel, now and later.
  func close() {
    let channels = state.withLock { state in
      state.isClosed = true
      return state.channels
    }
    for channel in channels { channel.close(promise: nil) }
  }
}
