import Glibc
import HeadingClient
import HeadingProtocol

/// The program's own agent, which the daemon has registered for the time of one request.
final class Deputy: Sendable {
  /// Longest time that the daemon may take to confirm the end, s.
  private static let leavingTime = 1.0

  private let registered: RegisteredAgent
  private let listening: Task<Void, Never>

  /// Registers the agent, and waits until the daemon counts it; `nil` if it does not.
  ///
  /// - Parameters:
  ///   - client: The daemon.
  ///   - program: The path of this program; questions of others are not answered.
  ///   - agent: Asks the user.
  init?(_ client: DaemonClient, program: String, agent: any AuthorizationAgent) async {
    guard let registered = try? await client.register() else { return nil }
    self.registered = registered
    listening = Task { [lines = registered.lines] in
      await Self.listen(to: lines, client, program, agent)
    }
  }

  /// Ends the agent, and waits until the daemon no longer counts it.
  func leave() async {
    registered.leave()
    let limit = Task { [listening] in
      try await Task.sleep(for: .seconds(Self.leavingTime))
      listening.cancel()
    }
    await listening.value
    limit.cancel()
  }

  private static func listen(
    to lines: AsyncThrowingStream<ServerLine, any Error>, _ client: DaemonClient,
    _ program: String, _ agent: any AuthorizationAgent
  ) async {
    var iterator = lines.makeAsyncIterator()
    while let line = try? await iterator.next() {
      switch line {
      case .request(let request) where !request.listens: return
      case .question(let message) where message.isOpen && message.program == program:
        guard message.user == getuid(),
          let kind = AuthorizationQuestion.Kind(rawValue: message.wish)
        else { continue }
        let question = AuthorizationQuestion(
          kind: kind, program: program, purpose: message.purpose)
        // Apart, because the user may be asked longer than the question is open.
        Task {
          guard let answer = await agent.answer(question) else { return }
          _ = try? await client.answer(to: .answer(answer, question: message.question))
        }
      default: continue
      }
    }
  }
}
