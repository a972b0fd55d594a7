import Dispatch
import FoundationEssentials
import Glibc
package import HeadingProtocol
import Synchronization

/// Authorization of the connected programs.
///
/// All connections of a process share one center, so that a one-time grant lasts until the last of
/// them ends.
package final class ProgramAuthorizer: Sendable {
  /// Which clients need an authorization.
  package enum Scope: String, Sendable {
    /// Clients that announce themselves as location programs; for others `access` alone decides.
    case announced
    /// Every client.
    case everyone
  }

  /// One connection of a program.
  package struct Session: Sendable {
    package let program: PeerProgram
    package let center: AuthorizationCenter
    fileprivate let token: UInt64
  }

  /// A process with at least one connection.
  private struct Client {
    var center: AuthorizationCenter
    let user: UInt32
    var sessions = 0
  }

  private struct State {
    var clients: [PeerProgram.Run: Client] = [:]
    var areRadiosOff: Bool
    weak var monitoring: (any MonitoringRegistry)?
  }

  /// Which clients need an authorization.
  package let scope: Scope

  /// The users' decisions.
  package let decisions: DecisionStore

  /// The open questions to the users.
  package let questions = QuestionQueue()

  private let radios: RadioSwitches
  private let state: Mutex<State>

  /// Creates an authorizer.
  package init(scope: Scope, decisions: DecisionStore, radios: RadioSwitches = RadioSwitches()) {
    self.scope = scope
    self.decisions = decisions
    self.radios = radios
    state = Mutex(State(areRadiosOff: radios.areAllOff))
    decisions.onChange { [weak self] in self?.refresh() }
  }

  /// Polls the administrator's file and the radio switches until the task is cancelled.
  package func run() async {
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      let areRadiosOff = radios.areAllOff
      let isChanged = state.withLock { state in
        defer { state.areRadiosOff = areRadiosOff }
        return state.areRadiosOff != areRadiosOff
      }
      if decisions.refresh() || isChanged { refresh() }
    }
  }

  private func refresh() {
    let centers = state.withLock { $0.clients.values.map(\.center) }
    for center in centers { center.refresh() }
  }

  /// The registry of the events that programs are started for; `nil` while there is none.
  package var monitoring: (any MonitoringRegistry)? {
    get { state.withLock { $0.monitoring } }
    set { state.withLock { $0.monitoring = newValue } }
  }

  /// Whether a user's program is connected.
  package func isConnected(_ program: String, user: UInt32) -> Bool {
    state.withLock { state in
      state.clients.values.contains { $0.center.program == program && $0.user == user }
    }
  }

  /// Returns the authorization of a program, whether it runs or not.
  package func authorization(of program: String, user: UInt32) -> Authorization {
    ProgramAuthorization(
      program: program, user: user, usage: UsageDescription(beside: program)
    ).authorization(
      under: decisions.store(of: user).policy, areRadiosOff: state.withLock { $0.areRadiosOff })
  }

  /// Identifies a client's program and opens a session; `nil` if the kernel does not identify it.
  ///
  /// - Parameters:
  ///   - credentials: The peer's credentials.
  ///   - handle: The process handle of SO_PEERPIDFD, which is closed here; -1 if there is none.
  ///   - observer: Called on any thread after every change of the program's authorization.
  /// - Returns: The session, to be ended by ``leave(_:)``.
  package func enter(
    _ credentials: PeerCredentials, handle: CInt, _ observer: @escaping @Sendable () -> Void
  ) async -> Session? {
    await withCheckedContinuation { continuation in
      // Not on an event loop: reading files may block for long on slow or network disks.
      DispatchQueue.global().async {
        let program = PeerProgram(credentials, handle: handle)
        if handle >= 0 { close(handle) }
        continuation.resume(returning: program.map { self.admit($0, observer) })
      }
    }
  }

  private func admit(
    _ program: PeerProgram, _ observer: @escaping @Sendable () -> Void
  ) -> Session {
    let existing = state.withLock { $0.clients[program.run]?.center }
    let current = existing.flatMap { $0.program == program.executable ? $0 : nil }
    // Created outside the lock, because a center reads the radio switches, which the lock guards.
    let initial = current ?? makeCenter(program)
    let center = state.withLock { state in
      var client = state.clients[program.run] ?? Client(center: initial, user: program.user)
      // If the process has executed another program, the one-time grants of the old one do not
      // apply.
      if client.center.program != program.executable { client.center = initial }
      client.sessions += 1
      state.clients[program.run] = client
      return client.center
    }
    // Applies decisions made while the center was created.
    center.refresh()
    return Session(program: program, center: center, token: center.observe(observer))
  }

  private func makeCenter(_ program: PeerProgram) -> AuthorizationCenter {
    AuthorizationCenter(
      rules: ProgramAuthorization(
        program: program.executable, user: program.user,
        usage: UsageDescription(beside: program.executable)),
      store: decisions.store(of: program.user),
      agent: Agent(questions: questions, program: program),
      areRadiosOff: { [weak self] in self?.state.withLock { $0.areRadiosOff } ?? false })
  }

  /// Ends a session; the last one of a process also ends its one-time grants and open questions.
  package func leave(_ session: Session) {
    session.center.unobserve(session.token)
    let isLast = state.withLock { state in
      guard var client = state.clients[session.program.run] else { return false }
      client.sessions -= 1
      state.clients[session.program.run] = client.sessions > 0 ? client : nil
      return client.sessions <= 0
    }
    if isLast { questions.withdraw(session.program.run) }
  }

  private struct Agent: AuthorizationAgent {
    let questions: QuestionQueue
    let program: PeerProgram

    func answer(_ question: AuthorizationQuestion) async -> AuthorizationAnswer? {
      await questions.answer(question, from: program)
    }
  }
}

extension ProgramAuthorizer.Session {
  /// The program's authorization as a protocol message.
  package var message: AuthorizationMessage {
    let (current, policy) = (center.current, center.policy)
    var message = AuthorizationMessage(
      program: program.executable, status: current.grant.rawValue)
    message.reducedAccuracy = current.isReduced
    message.locationServices = current.isEnabled
    message.legacyAuthorizationTable = policy.requiresAlwaysForMonitoring
    message.headingNeedsAuthorization = policy.requiresHeadingAuthorization
    return message
  }
}
