import HeadingClient
import HeadingSystem
import Synchronization

/// A connection over TLS, which may be used and closed before it is made.
final class TLSChannel: ClientChannel {
  private struct State {
    /// What is sent but not encrypted yet.
    var plain: [UInt8] = []
    var isOpen = false
    var isClosed = false
  }

  /// The most that waits for the handshake, or for a peer that does not read, bytes.
  private static let longestQueue = 1 << 20

  let connection: StreamConnection
  private let state = Mutex(State())

  init(_ connection: StreamConnection) { self.connection = connection }

  func send(_ bytes: [UInt8]) {
    let fits = state.withLock { state in
      guard state.plain.count + bytes.count <= Self.longestQueue else { return false }
      state.plain += bytes
      return true
    }
    if fits { connection.wake() } else { connection.close() }
  }

  func close() {
    // The connection's thread says goodbye first.
    let isOpen = state.withLock { state in
      state.isClosed = true
      return state.isOpen
    }
    if isOpen { connection.wake() } else { connection.close() }
  }

  /// Notes that the connection is made.
  func open() { state.withLock { $0.isOpen = true } }

  /// Takes what is to be encrypted and sent, and whether the connection is to end after it.
  func take() -> (plain: [UInt8], isClosed: Bool) {
    state.withLock { state in
      defer { state.plain = [] }
      return (state.plain, state.isClosed)
    }
  }
}
