import Dispatch
import NIOCore
import Synchronization

/// Decides what peers may do, where the system's lists of users and groups have to be asked, on a thread of
/// its own: an answer may take as long as a directory on the network likes.
///
/// What was found is kept, also that somebody may do nothing. An answer that is old is used once more while
/// it is looked up again, so that who was let in is let in at once.
final class AccessResolver: Sendable {
  /// Seconds that a peer waits for the decision; small values turn peers away from a slow directory, large
  /// ones leave them without a word.
  static let patience = TimeAmount.seconds(2)

  /// Seconds until a decision is looked up again; what an administrator changes counts so late.
  private static let freshness = TimeAmount.seconds(60)

  /// Seconds after which a decision is not used any more.
  private static let age = TimeAmount.hours(1)

  /// Decisions that are kept: a user has one for each of its groups.
  private static let most = 1024

  private struct Key: Hashable {
    var user: UInt32
    var group: UInt32
  }

  private struct Decision {
    var level: AccessLevel
    var time: NIODeadline
  }

  private struct State {
    var decisions: [Key: Decision] = [:]
    var waiting: [Key: [EventLoopPromise<AccessLevel?>]] = [:]
  }

  private let policy: AccessPolicy
  private let book: AccountDirectory
  private let queue = DispatchQueue(label: "headingd.accounts")
  private let state = Mutex(State())

  init(_ policy: AccessPolicy, book: AccountDirectory) {
    self.policy = policy
    self.book = book
  }

  /// The level of a peer; `nil` if the system's lists do not answer in time.
  func level(of credentials: PeerCredentials?, on loop: any EventLoop) -> EventLoopFuture<
    AccessLevel?
  > {
    guard let credentials else { return loop.makeSucceededFuture(policy.tcp) }
    if let level = policy.level(of: credentials, book: nil) {
      return loop.makeSucceededFuture(level)
    }
    let key = Key(user: credentials.user, group: credentials.group)
    let now = NIODeadline.now()
    let promise = loop.makePromise(of: AccessLevel?.self)
    let known = state.withLock { state -> AccessLevel? in
      let known = state.decisions[key].flatMap { now - $0.time < Self.age ? $0 : nil }
      if let known, now - known.time < Self.freshness { return known.level }
      let isAsked = state.waiting[key] != nil
      state.waiting[key, default: []] += known == nil ? [promise] : []
      if !isAsked { queue.async { self.ask(key, credentials) } }
      return known?.level
    }
    if let known {
      promise.succeed(known)
    } else {
      // Succeeding a second time, when the answer comes after all, is not possible.
      loop.scheduleTask(in: Self.patience) { self.giveUp(promise, key) }
    }
    return promise.futureResult
  }

  /// The number of a group, by its name or number; waits no longer than a peer would.
  func group(_ text: String) async -> UInt32? {
    if let number = UInt32(text) { return number }
    let (answers, answer) = AsyncStream.makeStream(of: UInt32?.self)
    queue.async { [book] in
      answer.yield(book.group(text))
      answer.finish()
    }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .nanoseconds(Int(Self.patience.nanoseconds))
    ) {
      answer.finish()
    }
    for await group in answers { return group }
    return nil
  }

  private func ask(_ key: Key, _ credentials: PeerCredentials) {
    let level = policy.level(of: credentials, book: book) ?? .none
    let waiting = state.withLock { state in
      if state.decisions.count >= Self.most { state.decisions.removeAll() }
      state.decisions[key] = Decision(level: level, time: .now())
      return state.waiting.removeValue(forKey: key) ?? []
    }
    for promise in waiting { promise.succeed(level) }
  }

  private func giveUp(_ promise: EventLoopPromise<AccessLevel?>, _ key: Key) {
    let waits = state.withLock { state in
      guard
        let index = state.waiting[key]?.firstIndex(where: {
          $0.futureResult === promise.futureResult
        })
      else { return false }
      state.waiting[key]?.remove(at: index)
      return true
    }
    if waits { promise.succeed(nil) }
  }
}
