import HeadingSensing
import Synchronization

/// What the thread of a feed and its users share.
final class FeedHub: Sendable {
  struct State {
    var sink: (any SensorSink)?
    /// Number of the sink.
    var sinkNumber: UInt64 = 0
    /// Whether the sink has not received the statuses of the sensors yet.
    var isSinkNew = false
    var isStopped = false
    /// Whether every endpoint has ended for good.
    var isEnded = false
    /// Quantities that were ever declared: the feed's from then on.
    var quantities: Set<FeedQuantity> = []
    /// Whether a flight controller's receiver has delivered a fix.
    var hasFixes = false
    /// The senders whose declarations are in force.
    var senders: [FeedSender] = []
    /// The last different warnings and errors.
    var problems: [String] = []
    var magnetometer: FeedMagnetometer?
    var waiters: [UInt64: @Sendable () -> Void] = [:]
    var nextWaiter: UInt64 = 0
  }

  let state = Mutex(State())

  /// Notes a declaration and wakes who waits for news.
  func declared(_ declaration: FeedDeclaration) {
    let waiters = state.withLock { state in
      for sensor in declaration.sensors { state.quantities.insert(sensor.quantity) }
      if let magnetometer = FeedMagnetometer(declaration) { state.magnetometer = magnetometer }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter() }
  }

  /// Notes the end of every endpoint and wakes who waits for news.
  func ended() {
    let waiters = state.withLock { state in
      state.isEnded = true
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter() }
  }

  /// Calls a function at each declaration and at the end; returns its token.
  func onNews(_ body: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      state.nextWaiter += 1
      state.waiters[state.nextWaiter] = body
      return state.nextWaiter
    }
  }

  /// Ends the calls.
  func forget(_ token: UInt64) { state.withLock { $0.waiters[token] = nil } }
}
