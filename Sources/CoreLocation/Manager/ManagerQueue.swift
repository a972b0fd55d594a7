import Dispatch
import Synchronization

/// Runs work on a manager's own thread, in order, and never within the call that posted it.
///
/// A manager that was created on the main thread or queue uses the main queue, which also runs
/// under `@main async`. Another manager uses the run loop of the thread that created it.
///
/// A thread that does not get to its callbacks cannot make the queue grow: of each kind of event the
/// oldest that wait are left out, the newest ones never.
final class ManagerQueue: Sendable {
  typealias Work = @Sendable (CLLocationManager) -> Void

  /// Most events of one kind that wait, unless a test needs more.
  static let usualLength = 32

  private struct Item {
    var kind: ManagerEvent.Kind?
    var work: Work
  }

  private struct Waiting {
    private let mostOfKind: Int
    private var items: [Item] = []
    /// Number of items at the front that are taken.
    private var taken = 0
    private var counts: [ManagerEvent.Kind: Int] = [:]

    init(mostOfKind: Int) { self.mostOfKind = mostOfKind }

    /// Appends an item; returns whether it has not taken the place of an older one.
    mutating func append(_ item: Item) -> Bool {
      var isLonger = true
      if let kind = item.kind {
        if counts[kind, default: 0] < mostOfKind {
          counts[kind, default: 0] += 1
        } else if let oldest = items[taken...].firstIndex(where: { $0.kind == kind }) {
          items.remove(at: oldest)
          isLonger = false
        }
      }
      items.append(item)
      return isLonger
    }

    mutating func next() -> Work? {
      guard taken < items.count else { return nil }
      let item = items[taken]
      taken += 1
      if let kind = item.kind { counts[kind, default: 1] -= 1 }
      // Released in parts, so that many are not moved for each.
      if taken == items.count || taken >= 64 {
        items.removeFirst(taken)
        taken = 0
      }
      return item.work
    }
  }

  private static let mainKey = DispatchSpecificKey<Bool>()

  /// Marks the main queue once, so that code on it is recognized on any thread.
  private static let mainQueueMark: Void = DispatchQueue.main.setSpecific(key: mainKey, value: true)

  /// Accessed only on the manager's own thread; the runtime synchronizes weak references.
  nonisolated(unsafe) private weak var manager: CLLocationManager?

  /// The run loop of the thread that created the manager; `nil` for the main queue.
  private let waker: RunLoopWaker?

  private let waiting: Mutex<Waiting>

  /// Whether the manager has had a service.
  private let hasService = Atomic(false)

  init(to manager: CLLocationManager, mostOfKind: Int) {
    waiting = Mutex(Waiting(mostOfKind: mostOfKind))
    unsafe self.manager = manager
    _ = Self.mainQueueMark
    let isMain = Thread.isMainThread || DispatchQueue.getSpecific(key: Self.mainKey) == true
    waker = isMain ? nil : .ofThread
  }

  /// Schedules work on the manager's thread; the work is dropped if the manager is released first.
  ///
  /// - Parameters:
  ///   - kind: What takes the place of the oldest of its kind if many wait; `nil` for what is never
  ///     left out, because a call of the program causes it.
  ///   - work: The work.
  func post(_ kind: ManagerEvent.Kind? = nil, _ work: @escaping Work) {
    guard waiting.withLock({ $0.append(Item(kind: kind, work: work)) }) else { return }
    let deliver = { @Sendable in self.deliver() }
    if let waker { waker.post(deliver) } else { DispatchQueue.main.async(execute: deliver) }
  }

  private func deliver() {
    guard let work = waiting.withLock({ $0.next() }), let manager = unsafe manager else { return }
    work(manager)
  }

  /// Keeps the thread's run loop running from the first service until the manager is released.
  func keepAlive(_ isNeeded: Bool) {
    guard isNeeded, !hasService.exchange(true, ordering: .relaxed) else { return }
    waker?.countServices(1)
  }

  deinit { if hasService.load(ordering: .relaxed) { waker?.countServices(-1) } }
}
