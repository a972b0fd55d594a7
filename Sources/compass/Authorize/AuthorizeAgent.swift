import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingAuthorization
import HeadingClient
import HeadingProtocol
import HeadingSystem

/// `compass authorize agent`: asks the user on this terminal when a program requests the position.
struct AuthorizeAgent: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agent", abstract: "Answer requests of programs on this terminal, until Ctrl-C.",
    discussion: """
      With --json questions are printed as JSON lines, and answers read as JSON lines from standard
      input: {"question":3,"answer":"when_in_use"}. Answers are always, when_in_use, once and deny.
      """)

  @OptionGroup var daemon: DaemonOptions

  @Flag(help: "Exchange JSON lines on standard input and output instead of asking on the terminal.")
  var json = false

  private struct Reply: Decodable {
    var question: UInt64
    var answer: AuthorizationAnswer
  }

  func run() async throws {
    guard var client = daemon.client else {
      throw Failure.exit(
        ExitStatus.unavailable, "there is no daemon socket, so no program can ask.")
    }
    if json { Self.readReplies(for: client) }
    var request = Request()
    request.contents = [.questions]
    client.request = request
    let signals = InterruptSignals.endProgram()
    defer { signals.cancel() }
    var lines = client.lines.makeAsyncIterator()
    do {
      while let line = try await lines.next() {
        switch line {
        case .greeting(let greeting) where !greeting.has(.authorization):
          throw Failure.exit(ExitStatus.unavailable, "this daemon does not authorize programs.")
        case .question(let question) where json:
          try StandardStreams.write(try MessageCoder().line(question))
        case .question(let question) where question.isOpen:
          try await Self.ask(question, client)
        default: continue
        }
      }
    } catch let error as HeadingClientError {
      throw Failure.daemon(error)
    }
  }

  /// Asks on the terminal and sends the answer to the daemon.
  private static func ask(
    _ question: AuthorizationQuestionMessage, _ client: DaemonClient
  ) async throws {
    let asked = AuthorizationQuestion(
      kind: AuthorizationQuestion.Kind(rawValue: question.wish) ?? .whenInUse,
      program: "\(question.program) (user \(question.user))", purpose: question.purpose)
    let agent = TerminalAgent()
    guard agent.canAsk, let answer = await agent.answer(asked) else {
      throw Failure.exit(ExitStatus.unavailable, "there is no terminal to ask on; use --json.")
    }
    await send(answer, to: question.question, client)
  }

  private static func send(
    _ answer: AuthorizationAnswer, to question: UInt64, _ client: DaemonClient
  ) async {
    let said = try? await client.answer(to: .answer(answer, question: question))
    if case .failure(let failure) = said {
      StandardStreams.writeError(Data("compass: \(failure.reason)\n".utf8))
    }
  }

  private static func readReplies(for client: DaemonClient) {
    SystemThread.start {
      while let line = readLine() {
        guard let reply = try? JSONDecoder().decode(Reply.self, from: Data(line.utf8)) else {
          StandardStreams.writeError(Data("compass: not an answer: \(PlainText.of(line))\n".utf8))
          continue
        }
        Task { await send(reply.answer, to: reply.question, client) }
      }
    }
  }
}
