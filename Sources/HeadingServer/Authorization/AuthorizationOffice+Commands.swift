import HeadingLocationServices
import HeadingProtocol

extension AuthorizationOffice {
  /// The answer to a command about authorization.
  ///
  /// - Parameters:
  ///   - command: What is wanted.
  ///   - visit: The client's program; `nil` if it is not known.
  ///   - user: The client's user.
  ///   - level: What the client may do.
  /// - Returns: The answer; to a request once it is decided.
  func answer(
    to command: Command, visit: Visit?, user: UInt32?, level: AccessLevel
  ) async -> CommandAnswer {
    func failure(_ reason: String) -> CommandAnswer {
      .failure(CommandFailure(String(command.command.prefix(64)), reason))
    }
    switch command.name {
    case .authorization, .requestAuthorization, .monitor:
      guard let visit else {
        if scope == .everyone, command.name != .monitor {
          return .authorization(
            AuthorizationMessage(program: "", status: Authorization.Grant.denied.rawValue))
        }
        return failure(
          "the kernel does not name this client's program to the daemon; see `authorization` in "
            + "docs/service.md")
      }
      if command.name == .monitor {
        guard let message = monitoring?.register(visit.program, command) else {
          return failure("too many regions or programs, or a region that is none")
        }
        return .monitoring(message)
      }
      var message = visit.message
      if command.name == .requestAuthorization {
        guard let wish = AuthorizationWish(command) else {
          return failure("`wish` is none of when_in_use, always, full_accuracy")
        }
        let wasAsked = await visit.ask(wish)
        message = visit.message
        message.asked = wasAsked
      }
      return .authorization(message)
    default: break
    }
    guard level >= .control else {
      return failure("this user may not give orders; see `access.control` in docs/service.md")
    }
    switch command.name {
    case .authorize:
      guard let program = command.program, program.hasPrefix("/"), program.utf8.count < 4096,
        let user = command.user ?? user
      else { return failure("`program` is no absolute path, or there is no `user`") }
      guard let grant = command.grant.flatMap(Authorization.Grant.init(rawValue:)),
        grant != .restricted
      else {
        return failure("`grant` is none of when_in_use, always, denied, not_determined")
      }
      let record =
        grant == .notDetermined
        ? nil : AuthorizationPolicy.Record(grant, isReduced: command.reducedAccuracy ?? false)
      guard ledger.decide(program, user: user, record) else {
        return failure("the decision could not be kept; the daemon's log says why")
      }
      if record != nil { board.withdraw(program, user: user) }
    case .answer:
      guard let answer = command.answer.flatMap(AuthorizationAnswer.init(rawValue:)) else {
        return failure("`answer` is none of always, when_in_use, once, deny")
      }
      guard let question = command.question, board.take(answer, to: question) else {
        return failure("there is no such question any more")
      }
    default: break
    }
    return .authorizations(list)
  }

  private var list: AuthorizationListMessage {
    let ruling = ledger.ruling
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
      + ledger.decisions.map {
        .init(
          program: $0.program, user: $0.user, grant: $0.record.grant.rawValue,
          reducedAccuracy: $0.record.isReduced, isRule: false)
      }
    // Half a line for the decisions, the rest for the questions.
    var room = MessageCoder.longestLine / 2
    list.decisions = Array(
      decisions.prefix { decision in
        room -= 2 * decision.program.utf8.count + 120
        return room > 0
      })
    list.omitted = decisions.count - list.decisions.count
    list.agents = board.agents
    list.questions = Array(board.open.prefix(16))
    return list
  }
}

extension AuthorizationOffice.Visit {
  /// Asks the user, after what the program has asked before; whether there was a question.
  fileprivate func ask(_ wish: AuthorizationWish) async -> Bool {
    await withCheckedContinuation { continuation in
      center.request(wish) { continuation.resume(returning: $0) }
    }
  }
}

extension AuthorizationWish {
  /// The wish of a command.
  init?(_ command: Command) {
    switch command.wish {
    case "when_in_use": self = .whenInUse
    case "always": self = .always
    case "full_accuracy": self = .fullAccuracy(purpose: command.purpose ?? "")
    default: return nil
    }
  }
}
