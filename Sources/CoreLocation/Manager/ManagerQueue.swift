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
  ///
  /// Timers may be added to it from any thread.
  nonisolated(unsafe) private let loop: RunLoop?

  private let waiting = Mutex<[Work]>([])

  /// Whether the keep-alive timer is in the run loop.
  private let isKeptAlive = Mutex(false)

  /// A timer without effect: a run loop without timers or input sources returns at once.
  nonisolated(unsafe) private let keepAliveTimer: Timer

  init(to manager: CLLocationManager) {
    unsafe self.manager = manager
    _ = Self.mainQueueMark
    let isMain = Thread.isMainThread || DispatchQueue.getSpecific(key: Self.mainKey) == true
    unsafe loop = isMain ? nil : RunLoop.current
    // A day, so that the timer wakes the thread rarely.
    unsafe keepAliveTimer = Timer(timeInterval: 86_400, repeats: true) { _ in }
  }

  /// Schedules work on the manager's thread; the work is dropped if the manager is released first.
  func post(_ work: @escaping Work) {
    waiting.withLock { $0.append(work) }
    guard let loop = unsafe loop else {
      DispatchQueue.main.async { self.drain() }
      return
    }
    // A timer wakes the loop; `RunLoop.perform` would run the work only after another event.
    loop.add(Timer(timeInterval: 0, repeats: false) { _ in self.drain() }, forMode: .default)
  }

  private func drain() {
    for work in waiting.withLock({ waiting in
      defer { waiting = [] }
      return waiting
    }) {
      guard let manager = unsafe manager else { return }
      work(manager)
    }
  }

  /// Keeps the thread's run loop running from the first service until the manager is released.
  func keepAlive(_ isNeeded: Bool) {
    guard let loop = unsafe loop else { return }
    let isFirst = isKeptAlive.withLock { isKept in
      defer { isKept = isKept || isNeeded }
      return isNeeded && !isKept
    }
    if isFirst { unsafe loop.add(keepAliveTimer, forMode: .default) }
  }

  deinit { unsafe keepAliveTimer.invalidate() }
}
