package import HeadingProtocol

extension ProgramAuthorizer {
  /// Answers a command about authorization.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - session: The session of the client's program; `nil` if the program is not known.
  ///   - user: The client's user.
  ///   - level: The client's access level.
  /// - Returns: The answer; for a request, after the decision.
  package func answer(
    to command: Command, session: Session?, user: UInt32?, level: AccessLevel
  ) async -> CommandAnswer {
    guard level >= command.requiredLevel else { return .failure(.mayNotControl(command)) }
    if command.isAboutOwnProgram {
      guard let session else { return answerUnknown(command) }
      return await answer(to: command, session)
    }
    switch command {
    case .authorize(let decision):
      guard let user = decision.user ?? user else {
        return .failure(CommandFailure(command, "there is no `user`"))
      }
      let record =
        decision.grant == .notDetermined
        ? nil : AuthorizationPolicy.Record(decision.grant, isReduced: decision.isReduced)
      guard decisions.decide(decision.program, user: user, record) else {
        return .failure(
          CommandFailure(command, "the decision could not be kept; the daemon's log says why"))
      }
      if record != nil { questions.withdraw(decision.program, user: user) }
    case .answer(let answer, let question):
      guard questions.take(answer, to: question) else {
        return .failure(CommandFailure(command, "there is no such question any more"))
      }
    default: break
    }
    return .authorizations(list)
  }

  /// Answers a client whose program the kernel does not identify.
  private func answerUnknown(_ command: Command) -> CommandAnswer {
    if scope == .everyone, command.name != .monitor {
      return .authorization(
        AuthorizationMessage(program: "", status: AuthorizationGrant.denied.rawValue))
    }
    return .failure(
      CommandFailure(
        command,
        "the kernel does not name this client's program to the daemon; see `authorization` in "
          + "docs/service.md"))
  }

  /// Answers a command about the client's own program.
  private func answer(to command: Command, _ session: Session) async -> CommandAnswer {
    switch command {
    case .monitor(let request):
      guard let message = monitoring?.register(session.program, request) else {
        return .failure(
          CommandFailure(command, "too many regions or programs, or a region that is none"))
      }
      return .monitoring(message)
    case .requestAuthorization(let request):
      let wasAsked = await session.ask(request)
      var message = session.message
      message.asked = wasAsked
      return .authorization(message)
    default: return .authorization(session.message)
    }
  }

  private var list: AuthorizationListMessage {
    let ruling = decisions.ruling
    var list = AuthorizationListMessage(
      programs: scope.rawValue, locationServices: ruling.isEnabled)
    let decisions: [AuthorizationListMessage.Decision] =
      ruling.restricted.map {
        .init(program: $0, user: nil, grant: "restricted", reducedAccuracy: false, isRule: true)
      }
      + ruling.rules.map {
        .init(
          program: $0.program, user: $0.user, grant: $0.grant.rawValue,
          reducedAccuracy: $0.isReduced ?? false, isRule: true)
      }
      + decisions.decisions.map {
        .init(
          program: $0.program, user: $0.user, grant: $0.record.grant.rawValue,
          reducedAccuracy: $0.record.isReduced, isRule: false)
      }
    // Half of the line is for the decisions, the rest for the questions.
    var room = MessageCoder.longestLine / 2
    list.decisions = Array(
      decisions.prefix { decision in
        room -= 2 * decision.program.utf8.count + 120
        return room > 0
      })
    list.omitted = decisions.count - list.decisions.count
    list.agents = questions.agents
    list.questions = Array(questions.open.prefix(16))
    return list
  }
}

extension ProgramAuthorizer.Session {
  /// Queues a question to the user behind the program's earlier ones; returns whether it was asked.
  fileprivate func ask(_ request: AuthorizationRequest) async -> Bool {
    await withCheckedContinuation { continuation in
      center.send(request) { continuation.resume(returning: $0) }
    }
  }
}
