import Synchronization

/// Why a connection has ended.
final class ConnectionEnding: Sendable {
  private let reason = Mutex("the server has closed the connection")

  /// The reason.
  var text: String { reason.withLock { $0 } }

  /// Replaces the reason.
  func set(_ text: String) { reason.withLock { $0 = text } }
}
