import Glibc
import HeadingLocationServices
import HeadingProtocol
import NIOCore

/// What was decided about a subscriber's program.
enum ProgramIdentity {
  /// It is not judged.
  case none
  /// Its program is being looked up; it sees no place meanwhile. Commands wait.
  case pending([Command])
  /// Its program is not known.
  case unknown
  /// Its program is known, and followed.
  case known(ProgramAuthorizer.Session)

  /// Whether the subscriber is judged.
  var isIdentified: Bool {
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
  func identify() {
    guard !identity.isIdentified, let authorizer = hub.authorizer, let context else { return }
    rights = ViewerRights(level, nil, guardsHeading: authorizer.decisions.ruling.guardsHeading)
    guard let credentials, let provider = context.channel as? any SocketOptionProvider else {
      return becomeUnknown()
    }
    identity = .pending([])
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    provider.unsafeGetSocketOption(level: .socket, name: Self.peerHandle)
      .recover { _ in CInt(-1) }
      .whenSuccess { (handle: CInt) in
        Task {
          let session = await authorizer.enter(credentials, handle: handle) {
            bound.eventLoop.execute { bound.value.authorizationChanged() }
          }
          bound.eventLoop.execute { bound.value.take(session) }
        }
      }
  }

  private func take(_ session: ProgramAuthorizer.Session?) {
    guard case .pending(let commands) = identity else {
      // It hung up meanwhile.
      if let session { hub.authorizer?.leave(session) }
      return
    }
    if let session {
      identity = .known(session)
      authorizationChanged()
    } else {
      becomeUnknown()
      if isAnnounced { answerAuthorization(.authorization) }
    }
    for command in commands { answerAuthorization(command) }
    retryRecording()
  }

  /// The kernel does not name the program.
  ///
  /// Where only those are judged that say what they are, it then
  /// decides by itself, as without a daemon.
  private func becomeUnknown() {
    identity = .unknown
    if hub.authorizer?.scope == .announced { rights = ViewerRights(level) }
  }

  /// Follows a change of what the program may know.
  private func authorizationChanged() {
    guard case .known(let session) = identity else { return }
    let guardsHeading = session.center.policy.guardsHeading
    rights = ViewerRights(level, session.center.current, guardsHeading: guardsHeading)
    if isAnnounced { tell(session.message) }
  }

  /// Takes note that the client is a location program.
  func announce() {
    guard !isAnnounced, hub.authorizer != nil else { return }
    isAnnounced = true
    switch identity {
    case .none: identify()
    case .pending: break
    case .known(let session): tell(session.message)
    case .unknown: break
    }
    if case .unknown = identity { answerAuthorization(.authorization) }
  }

  /// Follows a command about authorization.
  func answerAuthorization(_ command: Command) {
    guard let authorizer = hub.authorizer, let context else { return }
    let isOwn = command.isAboutOwnProgram
    if isOwn { identify() }
    if isOwn, case .pending(let waiting) = identity {
      guard waiting.count < Self.mostCommands else { return refuseToWait(command) }
      identity = .pending(waiting + [command])
      return
    }
    guard commandsUnderWay < Self.mostCommands else { return refuseToWait(command) }
    var session: ProgramAuthorizer.Session?
    if case .known(let known) = identity { session = known }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let (level, user) = (level, credentials?.user)
    commandsUnderWay += 1
    Task { [session] in
      let answer = await authorizer.answer(to: command, session: session, user: user, level: level)
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
    guard let authorizer = hub.authorizer, let context else { return }
    if wants(.questions), agent == nil {
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      agent = authorizer.questions.add { question in
        bound.eventLoop.execute { bound.value.tell(question) }
      }
    } else if !wants(.questions), let agent {
      authorizer.questions.remove(agent)
      self.agent = nil
    }
  }

  /// The client has hung up.
  func endAuthorization() {
    guard let authorizer = hub.authorizer else { return }
    if let agent { authorizer.questions.remove(agent) }
    agent = nil
    if case .known(let session) = identity { authorizer.leave(session) }
    identity = .unknown
  }
}
