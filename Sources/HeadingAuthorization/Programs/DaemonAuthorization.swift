import Dispatch
import FoundationEssentials
import Glibc
import HeadingClient
import HeadingProtocol
import Synchronization

/// The authorization of this program by the daemon, over one persistent connection.
///
/// There is none if the daemon does not authorize programs, cannot identify this one, or does not
/// run: the program then applies its own rules. Once received, an authorization stays in force,
/// also while the daemon restarts.
public final class DaemonAuthorization: Sendable {
  /// Authorization and policy from the daemon.
  struct Standing: Sendable, Hashable {
    var authorization: Authorization
    var policy: AuthorizationPolicy
  }

  private struct State {
    var standing: Standing?
    var observers: [@Sendable () -> Void] = []
    var path: String?
    var program: String?
    var work: Task<Void, Never>?
    var first: DispatchSemaphore?
    var registration: Task<Void, Never>?
  }

  /// Timeout for the daemon's first message, s.
  private static let firstMessageTimeout = 1.0

  /// Delay between two connection attempts, s.
  private static let pause = 1.0

  private let environment: [String: String]
  private let state = Mutex(State())

  /// Creates the connection that an environment selects, without opening it.
  public init(environment: [String: String]) { self.environment = environment }

  deinit { state.withLock { $0.work?.cancel() } }

  /// The daemon's authorization; `nil` if there is none.
  ///
  /// The first call may block for a second.
  var standing: Standing? {
    let first = state.withLock { state -> DispatchSemaphore? in
      guard state.work == nil, isWanted,
        let path = SocketPath.forClient(environment: environment)
      else { return nil }
      let first = DispatchSemaphore(value: 0)
      state.path = path
      state.first = first
      let receiver = { @Sendable [weak self] (message: AuthorizationMessage?) in
        self?.take(message) ?? false
      }
      state.work = Task { await Self.follow(path, receiver) }
      return first
    }
    if let first { _ = first.wait(timeout: .now() + Self.firstMessageTimeout) }
    return state.withLock { $0.standing }
  }

  private var isWanted: Bool { (environment["CORELOCATION_SIMULATE"] ?? "").isEmpty }

  /// Adds an observer of changes, called on any thread.
  func onChange(_ observer: @escaping @Sendable () -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  /// Asks the user through the daemon; returns whether a question was asked.
  ///
  /// Waits for the answer. If no agent is connected and the user may control the daemon, the
  /// program's own agent asks.
  func send(_ request: AuthorizationRequest, agent: any AuthorizationAgent) async -> Bool {
    guard
      let (path, program) = state.withLock({ state in
        state.path.flatMap { path in state.program.map { (path, $0) } }
      })
    else { return false }
    let deputy = await Self.deputy(path, program, agent)
    let answer = try? await DaemonClient(.socket(path)).answer(to: .requestAuthorization(request))
    // The next request must not find this one's agent.
    await deputy?.leave()
    guard case .authorization(let message) = answer else { return false }
    _ = take(message)
    return message.asked ?? false
  }

  /// Registers the program's own agent; `nil` if another one is connected, the user may not answer,
  /// or the agent cannot ask.
  private static func deputy(
    _ path: String, _ program: String, _ agent: any AuthorizationAgent
  ) async -> Deputy? {
    let answer = try? await DaemonClient(.socket(path)).answer(to: .authorizations)
    if case .authorizations(let list) = answer, list.agents > 0 { return nil }
    guard case .authorizations = answer, agent.canAsk else {
      ProgramLog.say(
        "nobody is asked now; decide with `compass authorize agent` or `compass authorize allow "
          + "\(program)`")
      return nil
    }
    return await Deputy(DaemonClient(.socket(path)), program: program, agent: agent)
  }

  /// Registers the events that start this program; the last registration wins.
  func register(_ request: MonitoringRequest) {
    guard standing != nil, let path = state.withLock({ $0.path }) else { return }
    state.withLock { state in
      state.registration = Task { [before = state.registration] in
        await before?.value
        _ = try? await DaemonClient(.socket(path)).answer(to: .monitor(request))
      }
    }
  }

  /// Applies a message of the daemon; `nil` changes nothing and ends the initial wait.
  private func take(_ message: AuthorizationMessage?) -> Bool {
    let (observers, first) = state.withLock { state in
      let before = state.standing
      if let message {
        state.standing = Standing(message)
        state.program = message.program
      }
      defer { state.first = nil }
      return (state.standing == before ? [] : state.observers, state.first)
    }
    first?.signal()
    for observer in observers { observer() }
    return true
  }

  /// Receives messages of the daemon until the receiver returns false or the task is cancelled.
  private static func follow(
    _ path: String, _ receiver: @Sendable (AuthorizationMessage?) -> Bool
  ) async {
    var request = Request()
    request.authorization = true
    request.contents = []
    while !Task.isCancelled {
      do throws(HeadingClientError) {
        var lines = DaemonClient(.socket(path), request: request).lines.makeAsyncIterator()
        while let line = try await lines.next() {
          switch line {
          case .greeting(let greeting) where !greeting.has(.authorization):
            guard receiver(nil) else { return }
          case .failure: guard receiver(nil) else { return }
          case .authorization(let message): guard receiver(message) else { return }
          default: continue
          }
        }
      } catch {
        guard receiver(nil) else { return }
      }
      try? await Task.sleep(for: .seconds(pause))
    }
  }
}

extension DaemonAuthorization.Standing {
  /// Converts a message; an unknown status counts as denied.
  fileprivate init(_ message: AuthorizationMessage) {
    authorization = Authorization()
    authorization.grant = AuthorizationGrant(rawValue: message.status) ?? .denied
    authorization.isReduced = message.reducedAccuracy
    authorization.isEnabled = message.locationServices
    policy = AuthorizationPolicy()
    policy.isEnabled = message.locationServices
    policy.requiresAlwaysForMonitoring = message.legacyAuthorizationTable
    policy.requiresHeadingAuthorization = message.headingNeedsAuthorization
  }
}
