import Foundation
import Glibc
public import HeadingProtocol
import Synchronization

/// What one running program may know, and its questions to the user.
///
/// In a program it follows the daemon where there is one, which then decides; else it decides by itself.
/// The daemon holds one for each process. Questions are asked one after the other; each looks again
/// whether it still makes sense when its turn comes, so that asking for `whenInUse` and `always` at once
/// asks twice.
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
    program: Bundle.main.executablePath ?? CommandLine.arguments[0],
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

  /// Makes the center of this process.
  ///
  /// - Parameters:
  ///   - program: The executable's path.
  ///   - store: Where decisions are kept.
  ///   - agent: Who asks.
  ///   - usage: What the program says of itself.
  ///   - radios: The machine's switches.
  ///   - daemon: Who decides in place of all these, where it answers.
  public convenience init(
    program: String, store: any PolicyStore, agent: any AuthorizationAgent,
    usage: UsageDescription, radios: RadioSwitches, daemon: DaemonAuthorization? = nil
  ) {
    self.init(
      rules: ProgramAuthorization(program: program, user: getuid(), usage: usage), store: store,
      agent: agent, polls: true, daemon: daemon, areRadiosOff: { radios.areAllOff })
  }

  /// Makes the center of another process; ``refresh()`` is called by who knows of changes.
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

  /// What holds now.
  public var current: Authorization { state.withLock { $0.current } }

  /// The user's decisions about all programs; where a daemon decides only what it says of all.
  public var policy: AuthorizationPolicy { state.withLock { $0.policy } }

  /// What the program says of itself.
  public var description: UsageDescription { usage }

  /// Has a function called after every change, in any thread.
  public func observe(_ observer: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.observers[state.next] = observer
      if polls, state.watch == nil {
        state.watch = Task { [weak self] in
          while true {
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
            guard let self else { return }
            // Follows what others write into the files.
            self.refresh()
          }
        }
      }
      return state.next
    }
  }

  /// Ends an observation.
  public func unobserve(_ token: UInt64) {
    state.withLock { state in
      state.observers[token] = nil
      guard state.observers.isEmpty else { return }
      state.watch?.cancel()
      state.watch = nil
    }
  }

  /// Looks at the decisions again, and tells the observers what changed.
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

  /// Asks to know the place while the program runs; only a program that nobody decided about may ask.
  public func requestWhenInUse() { send(.whenInUse) { _ in } }

  /// Asks to know the place at any time: the first question, or once after `whenInUse`.
  public func requestAlways() { send(.always) { _ in } }

  /// Asks for full accuracy until the program ends.
  ///
  /// - Parameters:
  ///   - purpose: The key of the purpose in `Info.plist`.
  ///   - completion: Gets whether the question was asked.
  public func requestFullAccuracy(
    purpose: String, completion: @escaping @Sendable (_ wasAsked: Bool) -> Void
  ) {
    send(.fullAccuracy(purpose: purpose), completion)
  }

  /// Tells the daemon what this program is to be started for when it does not run; without one nothing is.
  ///
  /// - Parameters:
  ///   - name: The name of the registration that this replaces.
  ///   - regions: The circles whose crossings count.
  ///   - significantChanges: Whether significant changes of the place count.
  ///   - visits: Whether visits count.
  public func register(
    _ name: String, regions: [MonitoredRegion], significantChanges: Bool = false,
    visits: Bool = false
  ) {
    daemon?.register(
      MonitoringRequest(
        name: name, regions: regions, significantChanges: significantChanges, visits: visits))
  }

  /// Queues a request; the completion gets whether it led to a question.
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
    if let daemon, daemon.standing != nil {
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
