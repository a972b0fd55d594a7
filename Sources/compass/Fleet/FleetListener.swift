import FoundationEssentials
import Glibc
import HeadingArguments
import HeadingOutputs
import HeadingTerminal
import Synchronization

/// Follows the robots of a broker.
final class FleetListener: MQTTSessionUser, Sendable {
  /// When it ends by itself.
  enum Extent {
    /// Once all that the broker has kept has come, or after some seconds.
    case once(wait: Double)
    /// Never.
    case live
  }

  /// What it tells while it runs, on the session's thread; returns whether to go on.
  enum Telling {
    case nothing
    /// Each message's robot.
    case messages(@Sendable (FleetRobot) -> Bool)
    /// Each robot whose trouble has changed, once a second.
    case changes(@Sendable (FleetRobot) -> Bool)
  }

  private struct State {
    var board: FleetBoard
    var isEnded = false
    var hasConnected = false
    var isConnected = false
    var isComplete = false
    var failure: MQTTFailure?
    var failures = 0
  }

  /// Time for the broker to accept the connection, s, and to give back what was published.
  private static let patience = 10.0

  private let state: Mutex<State>
  private let servers: Int
  private let extent: Extent
  private let start = FleetListener.now.seconds
  private let mark: String
  private let filters: [String]
  private let telling: Telling
  private let connection = Mutex(0.0)

  /// Creates a listener.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of the robots' topics.
  ///   - servers: The number of brokers that are tried.
  ///   - extent: When it ends.
  ///   - telling: What it tells.
  init(prefix: String, servers: Int, extent: Extent, telling: Telling = .nothing) {
    let board = FleetBoard(prefix: prefix)
    filters = board.filters
    state = Mutex(State(board: board))
    (self.servers, self.extent) = (servers, extent)
    self.telling = telling
    mark = "\(prefix)/compass-fleet/\(UInt64.random(in: 0...UInt64.max))/mark"
  }

  /// Whether standard error has the reasons of lost connections: nothing else shows them.
  private var isComplaining: Bool {
    if case .nothing = telling { false } else { true }
  }

  /// The present.
  static var now: FleetRobot.Moment {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return FleetRobot.Moment(
      seconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9, date: Date())
  }

  /// The robots.
  var board: FleetBoard { state.withLock { $0.board } }

  /// Why there was no connection; `nil` if there was one.
  var refusal: MQTTFailure? {
    state.withLock { state in
      state.hasConnected ? nil : state.failure ?? MQTTFailure(.other, "it does not answer")
    }
  }

  /// What is wrong with the connection now.
  var notice: String? {
    state.withLock { state in
      if state.isConnected { return nil }
      return state.failure.map { "no connection: \($0)" } ?? "connecting"
    }
  }

  /// Ends it.
  func end() { state.withLock { $0.isEnded = true } }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  func connected(_ connection: MQTTConnection) throws(MQTTFailure) {
    state.withLock { state in
      (state.hasConnected, state.isConnected, state.failure) = (true, true, nil)
    }
    self.connection.withLock { $0 = Self.now.seconds }
    // The mark comes back after all that the broker has kept.
    for filter in filters { try connection.subscribe(filter, quality: 0) }
    if case .once = extent {
      try connection.subscribe(mark, quality: 0)
      try connection.publish(MQTTMessage(topic: mark, payload: Array("mark".utf8)))
    }
  }

  func received(_ message: MQTTMessage, _ connection: MQTTConnection) throws(MQTTFailure) {
    let now = Self.now
    let robot = state.withLock { state in
      if message.topic == mark {
        state.isComplete = true
        return FleetRobot?.none
      }
      return state.board.take(
        topic: message.topic, payload: message.payload, isKept: message.isRetained, at: now)
    }
    if let robot, case .messages(let tell) = telling, !tell(robot) { end() }
  }

  /// Tells of changes; a robot that falls silent sends nothing that would.
  private func tellChanges() {
    guard case .changes(let tell) = telling else { return }
    for robot in state.withLock({ $0.board.changes(at: Self.now) }) where !tell(robot) { end() }
  }

  func acknowledged(
    _ identifier: Int32, refusal: String?, _ connection: MQTTConnection
  ) throws(MQTTFailure) {}

  func turn(_ connection: MQTTConnection) throws(MQTTFailure) -> Double {
    guard case .once(let wait) = extent else {
      tellChanges()
      return 1
    }
    let passed = Self.now.seconds - self.connection.withLock { $0 }
    state.withLock { state in
      // A broker that has kept nothing, such as RabbitMQ for filters, has robots that speak now and then.
      let isComplete = state.isComplete && state.board.hasKept
      if isComplete || passed > (state.isComplete ? wait : max(wait, Self.patience)) {
        state.isEnded = true
      }
    }
    return 0.05
  }

  func waiting(_ failure: MQTTFailure?) {
    tellChanges()
    let isOver = Self.now.seconds - start > Self.patience
    var isNew = false
    state.withLock { state in
      state.isConnected = false
      if let failure, failure != state.failure {
        state.failure = failure
        isNew = true
      }
      if failure != nil { state.failures += 1 }
      guard case .once = extent else { return }
      if isOver || failure?.kind == .credentials || state.failures >= servers {
        state.isEnded = true
      }
    }
    guard isNew, let failure, isComplaining else { return }
    StandardStreams.writeError(Data("compass: \(failure); trying again.\n".utf8))
  }

  func ending(_ connection: MQTTConnection) {}
}
