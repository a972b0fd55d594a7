import Foundation
import Synchronization

/// Plays a receiver to gpsd, ten reports a second, until it is stopped.
public final class ReceiverFeed: Sendable {
  private let hasFix = Atomic(true)
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Starts to play; each report goes to `write`.
  public init(_ write: @escaping @Sendable (String) -> Void) {
    let playing = Task { [weak self] in
      for tenth in 0... {
        guard let hasFix = self?.hasFix.load(ordering: .relaxed) else { return }
        write(ReceiverScript(hasFix: hasFix).report(tenth))
        // The pace of the receiver, not a wait for anything.
        do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
      }
    }
    task.withLock { $0 = playing }
  }

  /// Sets whether the receiver has a fix from now on.
  public func set(hasFix: Bool) {
    self.hasFix.store(hasFix, ordering: .relaxed)
  }

  /// Stops the receiver, as if its power went off.
  public func stop() { task.withLock { $0?.cancel() } }

  deinit { stop() }
}
