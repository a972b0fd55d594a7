import Glibc
import HeadingLocationServices
import HeadingProtocol
import NIOCore

/// What was decided about a subscriber's program.
enum Judgement {
  /// It is not judged.
  case none
  /// Its program is being looked up; it sees no place meanwhile. Commands wait.
  case pending([Command])
  /// Its program is not known.
  case unknown
  /// Its program is known, and followed.
  case known(AuthorizationOffice.Visit)

  /// Whether the subscriber is judged.
  var isJudged: Bool {
    if case .none = self { false } else { true }
  }
}

/// Everything here runs on the server's event loop.
extension SubscriberHandler {
  /// Requests that may wait for a user's answer, or for the program to be looked up.
  private static let mostCommands = 4

  /// SO_PEERPIDFD of asm-generic/socket.h, since Linux 6.5.
  private static let peerHandle = NIOBSDSocket.Option(rawValue: 77)

  /// Judges the subscriber from now on by what was decided about its program.
  func judge() {
    guard !judgement.isJudged, let office = hub.office, let context else { return }
    rights = ViewerRights(level, nil, guardsHeading: office.ledger.ruling.guardsHeading)
    guard let credentials, let provider = context.channel as? any SocketOptionProvider else {
      return beUnknown()
    }
    judgement = .pending([])
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    provider.unsafeGetSocketOption(level: .socket, name: Self.peerHandle)
      .recover { _ in CInt(-1) }
      .whenSuccess { (handle: CInt) in
        Task {
          let visit = await office.enter(credentials, handle: handle) {
            bound.eventLoop.execute { bound.value.authorizationChanged() }
          }
          bound.eventLoop.execute { bound.value.take(visit) }
        }
      }
  }

  private func take(_ visit: AuthorizationOffice.Visit?) {
    guard case .pending(let commands) = judgement else {
      // It hung up meanwhile.
      if let visit { hub.office?.leave(visit) }
      return
    }
    if let visit {
      judgement = .known(visit)
      authorizationChanged()
    } else {
      beUnknown()
      if isAnnounced { visitOffice(.authorization) }
    }
    for command in commands { visitOffice(command) }
    retryRecording()
  }

  /// The kernel does not name the program.
  ///
  /// Where only those are judged that say what they are, it then
  /// decides by itself, as without a daemon.
  private func beUnknown() {
    judgement = .unknown
    if hub.office?.scope == .announced { rights = ViewerRights(level) }
  }

  /// Follows a change of what the program may know.
  private func authorizationChanged() {
    guard case .known(let visit) = judgement else { return }
    let guardsHeading = visit.center.policy.guardsHeading
    rights = ViewerRights(level, visit.center.current, guardsHeading: guardsHeading)
    if isAnnounced { tell(visit.message) }
  }

  /// Takes note that the client is a location program.
  func announce() {
    guard !isAnnounced, hub.office != nil else { return }
    isAnnounced = true
    switch judgement {
    case .none: judge()
    case .pending: break
    case .known(let visit): tell(visit.message)
    case .unknown: break
    }
    if case .unknown = judgement { visitOffice(.authorization) }
  }

  /// Follows a command about authorization.
  func visitOffice(_ command: Command) {
    guard let office = hub.office, let context else { return }
    let isOwn = command.isAboutOwnProgram
    if isOwn { judge() }
    if isOwn, case .pending(let waiting) = judgement {
      guard waiting.count < Self.mostCommands else { return refuseToWait(command) }
      judgement = .pending(waiting + [command])
      return
    }
    guard commandsUnderWay < Self.mostCommands else { return refuseToWait(command) }
    var visit: AuthorizationOffice.Visit?
    if case .known(let known) = judgement { visit = known }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let (level, user) = (level, credentials?.user)
    commandsUnderWay += 1
    Task { [visit] in
      let answer = await office.answer(to: command, visit: visit, user: user, level: level)
      bound.eventLoop.execute {
        bound.value.commandsUnderWay -= 1
        bound.value.answer(command, answer)
      }
    }
  }

  private func refuseToWait(_ command: Command) {
    answer(
      command,
      .failure(CommandFailure(command, "too many requests wait for their answers")))
  }

  /// Tells an agent of questions from now on, or no more.
  func listenToQuestions() {
    guard let office = hub.office, let context else { return }
    if wants(.questions), agent == nil {
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      agent = office.board.add { question in
        bound.eventLoop.execute { bound.value.tell(question) }
      }
    } else if !wants(.questions), let agent {
      office.board.remove(agent)
      self.agent = nil
    }
  }

  /// The client has hung up.
  func leaveOffice() {
    guard let office = hub.office else { return }
    if let agent { office.board.remove(agent) }
    agent = nil
    if case .known(let visit) = judgement { office.leave(visit) }
    judgement = .unknown
  }
}
