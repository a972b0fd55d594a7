import HeadingBridge
import Synchronization

/// Collects notices, and waits for them.
final class Notices: Sendable {
  private let list = Mutex<[BridgeNotice]>([])

  var report: @Sendable (BridgeNotice) -> Void {
    { [self] notice in list.withLock { $0.append(notice) } }
  }

  var texts: [String] { list.withLock { $0.map(\.text) } }

  /// Waits until a condition holds for the texts; `false` after 20 s.
  func wait(_ condition: ([String]) -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while !condition(texts) {
      if ContinuousClock.now > end { return false }
      try await Task.sleep(for: .milliseconds(10))
    }
    return true
  }
}
