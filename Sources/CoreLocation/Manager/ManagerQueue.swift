import Dispatch
import Synchronization

/// Brings what happened to a manager's own thread, in order, and never inside the call that caused it.
///
/// A manager made on the main thread or queue gets it on the main queue, which runs under `@main async`
/// too; any other on the run loop of the thread that made it.
final class ManagerQueue: Sendable {
  typealias Work = @Sendable (CLLocationManager) -> Void

  private static let mainKey = DispatchSpecificKey<Bool>()
  private static let marksMainQueue: Void = DispatchQueue.main.setSpecific(
    key: mainKey, value: true)

  /// Only touched on the manager's own thread, and by the runtime, which guards weak references.
  nonisolated(unsafe) private weak var manager: CLLocationManager?

  /// The run loop of the thread that made the manager; `nil`: the main queue.
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

  /// Has work done on the manager's thread, unless the manager is gone by then.
  func post(_ work: @escaping Work) {
    waiting.withLock { $0.append(work) }
    guard let loop = unsafe loop else {
      DispatchQueue.main.async { self.drain() }
      return
    }
    // A timer wakes the loop; `perform` alone would wait for something else to do so.
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

  /// Keeps the thread's run loop running while a service runs.
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
