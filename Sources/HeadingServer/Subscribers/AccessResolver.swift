import Dispatch
import HeadingAuthorization
import NIOCore
import Synchronization

/// Resolves the access level of peers, with account lookups on a separate queue: a network
/// directory service may block a lookup for a long time.
///
/// Decisions are cached, including refusals. A stale decision is used while it is refreshed, so
/// that a known peer connects without delay.
final class AccessResolver: Sendable {
  /// Timeout for a decision; small values reject peers when the directory is slow, large ones keep
  /// them waiting without a response.
  static let timeout = TimeAmount.seconds(2)

  /// Time after which a decision is refreshed; changes by an administrator take effect with this
  /// delay.
  private static let freshness = TimeAmount.seconds(60)

  /// Time after which a cached decision is discarded.
  private static let age = TimeAmount.hours(1)

  /// Largest number of cached decisions; there is one per pair of user and group.
  private static let maximumCount = 1024

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

  /// Returns the level of a peer; `nil` if the account lookup times out.
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
      // `giveUp` completes the promise only if it still waits, never a second time.
      loop.scheduleTask(in: Self.timeout) { self.giveUp(promise, key) }
    }
    return promise.futureResult
  }

  /// Returns the ID of a group, given by name or number; `nil` if the lookup fails or times out.
  func group(_ text: String) async -> UInt32? {
    if let number = UInt32(text) { return number }
    let (answers, answer) = AsyncStream.makeStream(of: UInt32?.self)
    queue.async { [book] in
      answer.yield(book.group(text))
      answer.finish()
    }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .nanoseconds(Int(Self.timeout.nanoseconds))
    ) {
      answer.finish()
    }
    for await group in answers { return group }
    return nil
  }

  private func ask(_ key: Key, _ credentials: PeerCredentials) {
    let level = policy.level(of: credentials, book: book) ?? .none
    let waiting = state.withLock { state in
      if state.decisions.count >= Self.maximumCount { state.decisions.removeAll() }
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
