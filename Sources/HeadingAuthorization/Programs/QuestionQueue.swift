package import HeadingProtocol
import Synchronization

/// Open authorization questions of all programs; agents receive them and answer for the user.
///
/// A question stays open until it is answered or its process ends. It goes to agents only: an
/// answer of the program's own process would not be the user's decision.
package final class QuestionQueue: Sendable {
  private struct Entry {
    var message: AuthorizationQuestionMessage
    var run: PeerProgram.Run
    var answer: CheckedContinuation<AuthorizationAnswer?, Never>
  }

  private struct State {
    var entries: [UInt64: Entry] = [:]
    var next: UInt64 = 0
    var agents: [UInt64: @Sendable (AuthorizationQuestionMessage) -> Void] = [:]
  }

  /// Largest number of open questions; further ones are not asked.
  static let maximumCount = 64

  /// Largest number of open questions per user, so that one user cannot fill the queue.
  static let maximumPerUser = 16

  private let state = Mutex(State())

  /// The open questions, oldest first.
  package var open: [AuthorizationQuestionMessage] {
    state.withLock { $0.entries.sorted { $0.key < $1.key }.map(\.value.message) }
  }

  /// Number of agents.
  package var agents: Int { state.withLock { $0.agents.count } }

  /// Adds an agent; it receives every open question, and each one that is opened or closed later.
  package func add(_ agent: @escaping @Sendable (AuthorizationQuestionMessage) -> Void) -> UInt64 {
    let (token, open) = state.withLock { state in
      state.next += 1
      state.agents[state.next] = agent
      return (state.next, state.entries.sorted { $0.key < $1.key }.map(\.value.message))
    }
    for question in open { agent(question) }
    return token
  }

  /// Removes an agent.
  package func remove(_ token: UInt64) { state.withLock { $0.agents[token] = nil } }

  /// Asks a question and waits for the answer; `nil` if nothing is decided.
  func answer(
    _ question: AuthorizationQuestion, from program: PeerProgram
  ) async -> AuthorizationAnswer? {
    // A grant of full accuracy is temporary, so the question cannot wait for a later agent.
    if question.kind == .fullAccuracy, agents == 0 { return nil }
    return await withCheckedContinuation { continuation in
      let queued = state.withLock { state -> (AuthorizationQuestionMessage, [Agent])? in
        let own = state.entries.values.count { $0.message.user == program.user }
        guard state.entries.count < Self.maximumCount, own < Self.maximumPerUser else { return nil }
        state.next += 1
        let message = AuthorizationQuestionMessage(
          question: state.next, wish: question.kind.rawValue, program: program.executable,
          user: program.user, purpose: question.purpose.map { String($0.prefix(500)) })
        state.entries[state.next] = Entry(
          message: message, run: program.run, answer: continuation)
        return (message, Array(state.agents.values))
      }
      guard let (message, agents) = queued else { return continuation.resume(returning: nil) }
      for agent in agents { agent(message) }
    }
  }

  private typealias Agent = @Sendable (AuthorizationQuestionMessage) -> Void

  /// Applies an agent's answer; returns false if the question is not open.
  func take(_ answer: AuthorizationAnswer, to question: UInt64) -> Bool {
    close(answer) { $0.message.question == question } > 0
  }

  /// Closes the questions of a process that has ended.
  func withdraw(_ run: PeerProgram.Run) { _ = close(nil) { $0.run == run } }

  /// Closes the questions about a program that was decided otherwise.
  func withdraw(_ program: String, user: UInt32) {
    _ = close(nil) { $0.message.program == program && $0.message.user == user }
  }

  private func close(_ answer: AuthorizationAnswer?, where isMeant: (Entry) -> Bool) -> Int {
    let (entries, agents) = state.withLock { state in
      let entries = state.entries.values.filter(isMeant)
      for entry in entries { state.entries[entry.message.question] = nil }
      return (entries, Array(state.agents.values))
    }
    for entry in entries {
      entry.answer.resume(returning: answer)
      var message = entry.message
      message.isOpen = false
      for agent in agents { agent(message) }
    }
    return entries.count
  }
}
