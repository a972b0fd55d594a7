import Foundation
import Synchronization

/// What this program may know, and its questions to the user.
///
/// Questions are asked one after the other; each looks again whether it still makes sense when its turn
/// comes, so that asking for `whenInUse` and `always` at once asks twice.
public final class AuthorizationCenter: Sendable {
  private struct State {
    var current = Authorization()
    var policy = AuthorizationPolicy()
    var isGrantedOnce = false
    var isFullForNow = false
    var observers: [UInt64: @Sendable () -> Void] = [:]
    var next: UInt64 = 0
    var questions: Task<Void, Never>?
    var watch: Task<Void, Never>?
  }

  /// The center of this program.
  public static let shared = AuthorizationCenter(
    program: Bundle.main.executablePath ?? CommandLine.arguments[0],
    store: PolicyFile(environment: ProcessInfo.processInfo.environment), agent: TerminalAgent(),
    usage: .ofProgram, radios: RadioSwitches())

  private let program: String
  private let store: any PolicyStore
  private let agent: any AuthorizationAgent
  private let usage: UsageDescription
  private let radios: RadioSwitches
  private let state = Mutex(State())

  /// Makes a center.
  ///
  /// - Parameters:
  ///   - program: The executable's path.
  ///   - store: Where decisions are kept.
  ///   - agent: Who asks.
  ///   - usage: What the program says of itself.
  ///   - radios: The machine's switches.
  public init(
    program: String, store: any PolicyStore, agent: any AuthorizationAgent,
    usage: UsageDescription, radios: RadioSwitches
  ) {
    self.program = program
    self.store = store
    self.agent = agent
    self.usage = usage
    self.radios = radios
    refresh()
  }

  /// What holds now.
  public var current: Authorization { state.withLock { $0.current } }

  /// The user's decisions about all programs.
  public var policy: AuthorizationPolicy { state.withLock { $0.policy } }

  /// What the program says of itself.
  public var description: UsageDescription { usage }

  /// Has a function called after every change, in any thread.
  public func observe(_ observer: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.observers[state.next] = observer
      if state.watch == nil {
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
    let policy = store.policy
    let areRadiosOff = radios.areAllOff
    let observers: [@Sendable () -> Void] = state.withLock { state in
      var now = Authorization()
      let record = policy.programs[program]
      now.grant = record?.grant ?? .notDetermined
      if now.grant == .notDetermined, state.isGrantedOnce { now.grant = .whenInUse }
      now.isReduced = record?.isReduced ?? usage.wantsReducedAccuracy
      if state.isFullForNow { now.isReduced = false }
      now.isEnabled = policy.isEnabled
      if !policy.isEnabled || areRadiosOff { now.grant = .denied }
      if policy.restricts(program) { now.grant = .restricted }
      state.policy = policy
      guard now != state.current else { return [] }
      state.current = now
      return Array(state.observers.values)
    }
    for observer in observers { observer() }
  }

  /// Asks to know the place while the program runs; only a program that nobody decided about may ask.
  public func requestWhenInUse() {
    ask { center in
      guard center.current.grant == .notDetermined, center.mayAsk(center.usage.whenInUse) else {
        return
      }
      await center.decide(.whenInUse, purpose: center.usage.whenInUse)
    }
  }

  /// Asks to know the place at any time: the first question, or once after `whenInUse`.
  public func requestAlways() {
    ask { center in
      let (grant, isOnce) = center.state.withLock { ($0.current.grant, $0.isGrantedOnce) }
      guard center.mayAsk(center.usage.always) else { return }
      switch grant {
      case .notDetermined: await center.decide(.always, purpose: center.usage.always)
      case .whenInUse where !isOnce:
        guard center.policy.programs[center.program]?.wasAskedForAlways != true else { return }
        await center.decide(.upgrade, purpose: center.usage.always)
      default: return
      }
    }
  }

  /// Asks for full accuracy until the program ends.
  ///
  /// - Parameters:
  ///   - purpose: The key of the purpose in `Info.plist`.
  ///   - completion: Gets whether the question was asked.
  public func requestFullAccuracy(
    purpose: String, completion: @escaping @Sendable (_ wasAsked: Bool) -> Void
  ) {
    ask { center in
      let current = center.current
      guard let text = center.usage.temporaryPurposes[purpose], current.isGranted,
        current.isReduced
      else { return completion(false) }
      let answer = await center.agent.answer(
        AuthorizationQuestion(kind: .fullAccuracy, program: center.program, purpose: text))
      if answer == .once {
        center.state.withLock { $0.isFullForNow = true }
        center.refresh()
      }
      completion(answer != nil)
    }
  }

  private func mayAsk(_ text: String?) -> Bool {
    guard text == nil, policy.needsUsageKeys else { return true }
    ProgramLog.say("Info.plist beside the executable has no usage description; nobody is asked")
    return false
  }

  /// Puts a question after those that wait.
  private func ask(_ question: @escaping @Sendable (AuthorizationCenter) async -> Void) {
    state.withLock { state in
      state.questions = Task { [before = state.questions] in
        await before?.value
        await question(self)
      }
    }
  }

  private func decide(_ kind: AuthorizationQuestion.Kind, purpose: String?) async {
    let question = AuthorizationQuestion(kind: kind, program: program, purpose: purpose)
    guard let answer = await agent.answer(question) else { return }
    let program = program
    let isReduced = usage.wantsReducedAccuracy
    switch answer {
    case .once where kind != .upgrade: state.withLock { $0.isGrantedOnce = true }
    case .once: break
    case .always, .whenInUse, .deny:
      let grant: Authorization.Grant =
        switch answer {
        case .always: .always
        case .deny where kind != .upgrade: .denied
        default: .whenInUse
        }
      store.change { policy in
        var record =
          policy.programs[program] ?? AuthorizationPolicy.Record(grant, isReduced: isReduced)
        record.grant = grant
        record.wasAskedForAlways = record.wasAskedForAlways || kind != .whenInUse
        policy.programs[program] = record
      }
    }
    refresh()
  }
}
