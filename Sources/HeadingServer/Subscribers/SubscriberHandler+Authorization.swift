import Glibc
import HeadingAuthorization
import HeadingProtocol
import NIOCore

/// Identification state of a subscriber's program.
enum ProgramIdentity {
  /// Not subject to program authorization.
  case none
  /// Identification is in progress: the position is withheld, and commands are queued.
  case pending([Command])
  /// The program cannot be identified.
  case unknown
  /// The program is identified, and its authorization is observed.
  case known(ProgramAuthorizer.Session)

  /// Whether the subscriber is subject to program authorization.
  var isIdentified: Bool {
    if case .none = self { false } else { true }
  }
}

/// Everything here runs on the server's event loop.
extension SubscriberHandler {
  /// Largest number of requests that wait for a user's answer or for the identification.
  static let mostCommands = 4

  /// SO_PEERPIDFD of asm-generic/socket.h, since Linux 6.5.
  private static let peerHandle = NIOBSDSocket.Option(rawValue: 77)

  /// Makes the subscriber subject to its program's authorization from now on.
  func identify() {
    guard !identity.isIdentified, let authorizer = hub.authorizer, let context else { return }
    rights = ViewerRights(
      level, nil,
      requiresHeadingAuthorization: authorizer.decisions.ruling.requiresHeadingAuthorization)
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
      // The client has disconnected meanwhile.
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

  /// Handles a program that the kernel does not identify.
  ///
  /// In the scope `announced` such a program keeps the level of its user and applies its own rules,
  /// as without a daemon.
  private func becomeUnknown() {
    identity = .unknown
    if hub.authorizer?.scope == .announced { rights = ViewerRights(level) }
  }

  /// Applies a change of the program's authorization.
  private func authorizationChanged() {
    guard case .known(let session) = identity else { return }
    let requiresHeadingAuthorization = session.center.policy.requiresHeadingAuthorization
    rights = ViewerRights(
      level, session.center.current, requiresHeadingAuthorization: requiresHeadingAuthorization)
    if isAnnounced { tell(session.message) }
  }

  /// Marks the client as a location program.
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

  /// Answers a command about authorization.
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

  func refuseToWait(_ command: Command) {
    answer(
      command,
      .failure(CommandFailure(command, "too many requests wait for their answers")))
  }

  /// Starts or stops the delivery of questions to an agent.
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

  /// Releases the authorization state after a disconnect.
  func endAuthorization() {
    guard let authorizer = hub.authorizer else { return }
    if let agent { authorizer.questions.remove(agent) }
    agent = nil
    if case .known(let session) = identity { authorizer.leave(session) }
    identity = .unknown
  }
}
