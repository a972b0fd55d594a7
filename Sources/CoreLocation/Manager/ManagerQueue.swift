import Dispatch
import Synchronization

/// Runs work on a manager's own thread, in order, and never within the call that posted it.
///
/// A manager that was created on the main thread or queue uses the main queue, which also runs
/// under `@main async`. Another manager uses the run loop of the thread that created it.
final class ManagerQueue: Sendable {
  typealias Work = @Sendable (CLLocationManager) -> Void

  private static let mainKey = DispatchSpecificKey<Bool>()

  /// Marks the main queue once, so that code on it is recognized on any thread.
  private static let mainQueueMark: Void = DispatchQueue.main.setSpecific(key: mainKey, value: true)

  /// Accessed only on the manager's own thread; the runtime synchronizes weak references.
  nonisolated(unsafe) private weak var manager: CLLocationManager?

  /// The run loop of the thread that created the manager; `nil` for the main queue.
  private let waker: RunLoopWaker?

  /// Whether the manager has had a service.
  private let hasService = Atomic(false)

  init(to manager: CLLocationManager) {
    unsafe self.manager = manager
    _ = Self.mainQueueMark
    let isMain = Thread.isMainThread || DispatchQueue.getSpecific(key: Self.mainKey) == true
    waker = isMain ? nil : .ofThread
  }

  /// Schedules work on the manager's thread; the work is dropped if the manager is released first.
  func post(_ work: @escaping Work) {
    let deliver = { @Sendable in
      guard let manager = unsafe self.manager else { return }
      work(manager)
    }
    if let waker { waker.post(deliver) } else { DispatchQueue.main.async(execute: deliver) }
  }

  /// Keeps the thread's run loop running from the first service until the manager is released.
  func keepAlive(_ isNeeded: Bool) {
    guard isNeeded, !hasService.exchange(true, ordering: .relaxed) else { return }
    waker?.countServices(1)
  }

  deinit { if hasService.load(ordering: .relaxed) { waker?.countServices(-1) } }
}
