import FoundationEssentials
import Glibc
public import HeadingProtocol
import HeadingSystem
import Synchronization

/// The authorization of one running program, and its questions to the user.
///
/// In a program the daemon's authorization applies if there is one; else the center applies the
/// program's own rules. The daemon has one center per process. Questions are asked one at a time;
/// each is checked again before it is asked, so that requests for `whenInUse` and `always` at once
/// ask twice.
public final class AuthorizationCenter: Sendable {
  private struct State {
    var rules: ProgramAuthorization
    var current = Authorization()
    var policy = AuthorizationPolicy()
    var observers: [UInt64: @Sendable () -> Void] = [:]
    var next: UInt64 = 0
    var questions: Task<Void, Never>?
    var watch: Task<Void, Never>?
  }

  /// The center of this program.
  public static let shared = AuthorizationCenter(
    program: ProgramPath.current,
    store: PolicyFile(environment: ProcessInfo.processInfo.environment), agent: TerminalAgent(),
    usage: .ofProgram, radios: RadioSwitches(),
    daemon: DaemonAuthorization(environment: ProcessInfo.processInfo.environment))

  /// The executable's path.
  public let program: String

  private let store: any PolicyStore
  private let agent: any AuthorizationAgent
  private let usage: UsageDescription
  private let areRadiosOff: @Sendable () -> Bool
  private let daemon: DaemonAuthorization?
  private let polls: Bool
  private let state: Mutex<State>

  /// Creates the center of this process.
  ///
  /// - Parameters:
  ///   - program: The executable's path.
  ///   - store: The store of decisions.
  ///   - agent: The agent that asks the user.
  ///   - usage: The program's usage description.
  ///   - radios: The radio switches.
  ///   - daemon: The daemon's authorization, which overrides all these.
  public convenience init(
    program: String, store: any PolicyStore, agent: any AuthorizationAgent,
    usage: UsageDescription, radios: RadioSwitches, daemon: DaemonAuthorization? = nil
  ) {
    self.init(
      rules: ProgramAuthorization(program: program, user: getuid(), usage: usage), store: store,
      agent: agent, polls: true, daemon: daemon, areRadiosOff: { radios.areAllOff })
  }

  /// Creates the center of another process; its owner calls ``refresh()`` after changes.
  package convenience init(
    rules: ProgramAuthorization, store: any PolicyStore, agent: any AuthorizationAgent,
    areRadiosOff: @escaping @Sendable () -> Bool
  ) {
    self.init(
      rules: rules, store: store, agent: agent, polls: false, daemon: nil,
      areRadiosOff: areRadiosOff)
  }

  private init(
    rules: ProgramAuthorization, store: any PolicyStore, agent: any AuthorizationAgent,
    polls: Bool, daemon: DaemonAuthorization?, areRadiosOff: @escaping @Sendable () -> Bool
  ) {
    program = rules.program
    usage = rules.usage
    self.store = store
    self.agent = agent
    self.polls = polls
    self.daemon = daemon
    self.areRadiosOff = areRadiosOff
    state = Mutex(State(rules: rules))
    daemon?.onChange { [weak self] in self?.refresh() }
    refresh()
  }

  /// The current authorization.
  public var current: Authorization { state.withLock { $0.current } }

  /// The policy in force; from a daemon it has only the global settings.
  public var policy: AuthorizationPolicy { state.withLock { $0.policy } }

  /// The program's usage description.
  public var description: UsageDescription { usage }

  /// Adds an observer of changes, called on any thread; returns its token.
  public func observe(_ observer: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.observers[state.next] = observer
      if polls, state.watch == nil {
        state.watch = Task { [weak self] in
          while true {
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
            guard let self else { return }
            // Polls the files for changes by other processes.
            self.refresh()
          }
        }
      }
      return state.next
    }
  }

  /// Removes an observer.
  public func unobserve(_ token: UInt64) {
    state.withLock { state in
      state.observers[token] = nil
      guard state.observers.isEmpty else { return }
      state.watch?.cancel()
      state.watch = nil
    }
  }

  /// Recomputes the authorization and notifies the observers of a change.
  public func refresh() {
    let ruling = daemon?.standing
    let policy = ruling?.policy ?? store.policy
    let areRadiosOff = ruling == nil && areRadiosOff()
    let observers: [@Sendable () -> Void] = state.withLock { state in
      let now =
        ruling?.authorization
        ?? state.rules.authorization(under: policy, areRadiosOff: areRadiosOff)
      state.policy = policy
      guard now != state.current else { return [] }
      state.current = now
      return Array(state.observers.values)
    }
    for observer in observers { observer() }
  }

  /// Requests `whenInUse`; without effect unless the grant is not determined.
  public func requestWhenInUse() { send(.whenInUse) { _ in } }

  /// Requests `always`: as the first question, or once after `whenInUse`.
  public func requestAlways() { send(.always) { _ in } }

  /// Requests full accuracy until the program ends.
  ///
  /// - Parameters:
  ///   - purpose: The key of the purpose in `Info.plist`.
  ///   - completion: Receives whether the question was asked.
  public func requestFullAccuracy(
    purpose: String, completion: @escaping @Sendable (_ wasAsked: Bool) -> Void
  ) {
    send(.fullAccuracy(purpose: purpose), completion)
  }

  /// Registers the events for which the daemon starts this program; no effect without a daemon.
  ///
  /// - Parameters:
  ///   - name: The name of the registration, which replaces one of the same name.
  ///   - regions: The regions whose crossings start it.
  ///   - significantChanges: Whether significant changes start it.
  ///   - visits: Whether visits start it.
  public func register(
    _ name: String, regions: [MonitoredRegion], significantChanges: Bool = false,
    visits: Bool = false
  ) {
    daemon?.register(
      MonitoringRequest(
        name: name, regions: regions, significantChanges: significantChanges, visits: visits))
  }

  /// Queues a request; the completion receives whether it led to a question.
  package func send(
    _ request: AuthorizationRequest, _ completion: @escaping @Sendable (_ wasAsked: Bool) -> Void
  ) {
    state.withLock { state in
      state.questions = Task { [before = state.questions] in
        await before?.value
        completion(await self.ask(request))
      }
    }
  }

  private func ask(_ request: AuthorizationRequest) async -> Bool {
    if let daemon, let standing = daemon.standing {
      // Nothing to ask, so nobody is missed who would.
      guard request.isOpen(under: standing.authorization) else { return false }
      let wasAsked = await daemon.send(request, agent: agent)
      refresh()
      return wasAsked
    }
    let question = state.withLock { state in
      state.rules.question(for: request, under: state.policy, current: state.current)
    }
    guard let question else {
      if polls, policy.needsUsageKeys, usage.whenInUse == nil || usage.always == nil {
        ProgramLog.say(
          "Info.plist beside the executable lacks a usage description; nobody is asked")
      }
      return false
    }
    guard let answer = await agent.answer(question) else { return false }
    let program = program
    let before = store.policy.programs[program]
    let record = state.withLock { $0.rules.take(answer, to: question.kind, before: before) }
    if let record { store.change { $0.programs[program] = record } }
    refresh()
    return true
  }
}
