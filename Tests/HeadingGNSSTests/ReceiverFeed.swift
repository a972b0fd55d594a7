import Foundation
import Synchronization

/// Plays a receiver to gpsd, ten reports a second, until it is stopped.
final class ReceiverFeed: Sendable {
  private let script = Mutex(ReceiverScript())
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Starts to play; each report goes to `write`.
  init(_ write: @escaping @Sendable (String) -> Void) {
    let script = script
    let playing = Task {
      for tenth in 0... {
        let report = script.withLock { $0.report(tenth) }
        write(report)
        // The pace of the receiver, not a wait for anything.
        do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
      }
    }
    task.withLock { $0 = playing }
  }

  /// Sets whether the receiver has a fix from now on.
  func set(hasFix: Bool) { script.withLock { $0.hasFix = hasFix } }

  /// Stops the receiver, as if its power went off.
  func stop() { task.withLock { $0?.cancel() } }

  deinit { stop() }
}
