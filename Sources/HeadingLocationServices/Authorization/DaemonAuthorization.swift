import Dispatch
import Foundation
import Glibc
import HeadingProtocol
import Synchronization

/// What the daemon says that this program may know, over one connection that is kept.
///
/// A daemon that judges no programs, that cannot tell which program this is, or that is not there, says
/// nothing: the program then decides by its own rules. Once it has said something that holds, also
/// while it is started anew.
public final class DaemonAuthorization: Sendable {
  /// What the daemon says.
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

  /// Seconds that the daemon may take for its first word.
  private static let patience = 1.0

  /// Seconds between two attempts to reach it.
  private static let pause = 1.0

  private let environment: [String: String]
  private let state = Mutex(State())

  /// Makes the connection that an environment asks for; nothing is opened yet.
  public init(environment: [String: String]) { self.environment = environment }

  deinit { state.withLock { $0.work?.cancel() } }

  /// What the daemon says, if one decides.
  ///
  /// The first call may wait for a second.
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
    if let first { _ = first.wait(timeout: .now() + Self.patience) }
    return state.withLock { $0.standing }
  }

  private var isWanted: Bool { (environment["CORELOCATION_SIMULATE"] ?? "").isEmpty }

  /// Has a function called after every change, in any thread.
  func onChange(_ observer: @escaping @Sendable () -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  /// Asks the user through the daemon, and says whether there was a question.
  ///
  /// Waits for the answer. Where no agent is there, but a user who may control the daemon, the program's own
  /// agent asks.
  func send(_ request: AuthorizationRequest, agent: any AuthorizationAgent) async -> Bool {
    guard
      let (path, program) = state.withLock({ state in
        state.path.flatMap { path in state.program.map { (path, $0) } }
      })
    else { return false }
    let deputy = await Self.deputy(path, program, agent)
    defer { deputy?.cancel() }
    let answer = try? await HeadingClient(.socket(path)).answer(to: .requestAuthorization(request))
    guard case .authorization(let message) = answer else { return false }
    _ = take(message)
    return message.asked ?? false
  }

  /// Asks with the program's own agent while no other is connected; `nil` if there is one, or if this user
  /// may not answer.
  private static func deputy(
    _ path: String, _ program: String, _ agent: any AuthorizationAgent
  ) async -> Task<Void, Never>? {
    let answer = try? await HeadingClient(.socket(path)).answer(to: .authorizations)
    if case .authorizations(let list) = answer, list.agents > 0 { return nil }
    guard case .authorizations = answer, agent.canAsk else {
      ProgramLog.say(
        "nobody is asked now; decide with `compass authorize agent` or `compass authorize allow "
          + "\(program)`")
      return nil
    }
    var request = Request()
    request.contents = [.questions]
    let lines = HeadingClient(.socket(path), request: request).lines
    return Task {
      var iterator = lines.makeAsyncIterator()
      while let line = try? await iterator.next() {
        guard case .question(let message) = line, message.isOpen, message.program == program,
          message.user == getuid(),
          let kind = AuthorizationQuestion.Kind(rawValue: message.wish),
          let answer = await agent.answer(
            AuthorizationQuestion(kind: kind, program: program, purpose: message.purpose))
        else { continue }
        _ = try? await HeadingClient(.socket(path))
          .answer(to: .answer(answer, question: message.question))
      }
    }
  }

  /// Registers what this program is to be started for; the daemon's last word counts.
  func register(_ request: MonitoringRequest) {
    guard standing != nil, let path = state.withLock({ $0.path }) else { return }
    state.withLock { state in
      state.registration = Task { [before = state.registration] in
        await before?.value
        _ = try? await HeadingClient(.socket(path)).answer(to: .monitor(request))
      }
    }
  }

  /// Takes what the daemon says, or that it says nothing.
  ///
  /// False if nobody wants to know any more.
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

  /// Follows the daemon until the receiver wants no more or the task is cancelled.
  private static func follow(
    _ path: String, _ receiver: @Sendable (AuthorizationMessage?) -> Bool
  ) async {
    var request = Request()
    request.authorization = true
    request.contents = []
    while !Task.isCancelled {
      do throws(HeadingClientError) {
        var lines = HeadingClient(.socket(path), request: request).lines.makeAsyncIterator()
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
  /// What a message says; a status that this code does not know counts as denied.
  fileprivate init(_ message: AuthorizationMessage) {
    authorization = Authorization()
    authorization.grant = AuthorizationGrant(rawValue: message.status) ?? .denied
    authorization.isReduced = message.reducedAccuracy
    authorization.isEnabled = message.locationServices
    policy = AuthorizationPolicy()
    policy.isEnabled = message.locationServices
    policy.usesLegacyTable = message.legacyAuthorizationTable
    policy.guardsHeading = message.headingNeedsAuthorization
  }
}
