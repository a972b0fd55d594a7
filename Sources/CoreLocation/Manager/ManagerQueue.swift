import Dispatch
import Synchronization

/// Runs work on a manager's own thread, in order, and never within the call that caused it.
///
/// For a manager created on the main thread or queue this is the main queue, which runs under
/// `@main async` too; else it is the run loop of the thread that created the manager.
final class ManagerQueue: Sendable {
  typealias Work = @Sendable (CLLocationManager) -> Void

  private static let mainKey = DispatchSpecificKey<Bool>()
  private static let marksMainQueue: Void = DispatchQueue.main.setSpecific(
    key: mainKey, value: true)

  /// Accessed only on the manager's own thread; the runtime synchronizes weak references.
  nonisolated(unsafe) private weak var manager: CLLocationManager?

  /// The run loop of the thread that created the manager; `nil` for the main queue.
  ///
  /// Timers may be added to it from any thread.
  nonisolated(unsafe) private let loop: RunLoop?

  private let waiting = Mutex<[Work]>([])

  /// Keeps the run loop running while a service runs.
  private let keepsAlive = Mutex(false)
  nonisolated(unsafe) private let anchor: Timer

  init(to manager: CLLocationManager) {
    unsafe self.manager = manager
    _ = Self.marksMainQueue
    let isMain = Thread.isMainThread || DispatchQueue.getSpecific(key: Self.mainKey) == true
    unsafe loop = isMain ? nil : RunLoop.current
    unsafe anchor = Timer(timeInterval: 86_400, repeats: true) { _ in }
  }

  /// Schedules work on the manager's thread; dropped if the manager has been released by then.
  func post(_ work: @escaping Work) {
    waiting.withLock { $0.append(work) }
    guard let loop = unsafe loop else {
      DispatchQueue.main.async { self.drain() }
      return
    }
    // A timer wakes the loop; `perform` alone would wait for another event.
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

  /// Keeps the thread's run loop running from the first service on.
  func keepAlive(_ isNeeded: Bool) {
    guard let loop = unsafe loop else { return }
    let isFirst = keepsAlive.withLock { keeps in
      defer { keeps = keeps || isNeeded }
      return isNeeded && !keeps
    }
    if isFirst { unsafe loop.add(anchor, forMode: .default) }
  }

  deinit { unsafe anchor.invalidate() }
}
