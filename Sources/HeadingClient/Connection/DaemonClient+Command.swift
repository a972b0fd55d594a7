package import HeadingProtocol
import Synchronization

extension DaemonClient {
  /// Timeout of an answer.
  static let answerTimeout = Duration.seconds(10)

  /// Connects, sends a command, and returns the answer.
  ///
  /// - Parameter command: The command.
  /// - Returns: The answer: of the command's own class, or `failure`.
  /// - Throws: The reason why there is no answer; ``HeadingClientError/silent(_:)`` after ten
  ///   seconds, except of a question to the user, who may take longer.
  package func answer(to command: Command) async throws(HeadingClientError) -> ServerLine {
    let client = self
    if case .requestAuthorization = command { return try await wait(for: command) }
    return try await limited { () async throws(HeadingClientError) in
      try await client.wait(for: command)
    }
  }

  /// Registers an agent for the questions of programs.
  ///
  /// - Returns: The agent, which the daemon counts from now on.
  /// - Throws: The reason why there is none; ``HeadingClientError/silent(_:)`` after ten seconds.
  package func register() async throws(HeadingClientError) -> RegisteredAgent {
    let client = self
    return try await limited { () async throws(HeadingClientError) in
      try await RegisteredAgent(client)
    }
  }

  /// Runs a function that is cancelled after the timeout of an answer.
  private func limited<Result: Sendable>(
    _ body: @escaping @Sendable () async throws(HeadingClientError) -> Result
  ) async throws(HeadingClientError) -> Result {
    let asking = Task { () async throws(HeadingClientError) in try await body() }
    let isLate = Atomic(false)
    let limit = Task {
      try await Task.sleep(for: Self.answerTimeout)
      isLate.store(true, ordering: .relaxed)
      asking.cancel()
    }
    defer { limit.cancel() }
    do {
      return try await withTaskCancellationHandler {
        try await asking.value
      } onCancel: {
        asking.cancel()
      }
    } catch {
      if isLate.load(ordering: .relaxed) { throw .silent(address) }
      throw error as? HeadingClientError ?? .connectionLost(address)
    }
  }

  private func wait(for command: Command) async throws(HeadingClientError) -> ServerLine {
    var iterator = ServerLines(
      address: address, security: security, opening: .command(command)
    ).makeAsyncIterator()
    while let line = try await iterator.next() {
      switch line {
      case .status, .calibration, .profiles, .load, .web, .authorization, .authorizations,
        .monitoring, .failure:
        return line
      default: continue
      }
    }
    throw .connectionLost(address)
  }
}
