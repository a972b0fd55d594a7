package import HeadingProtocol
import Synchronization

extension DaemonClient {
  /// Connects, sends a command, and returns the answer.
  ///
  /// - Parameter command: The command.
  /// - Returns: The answer: of the command's own class, or `failure`.
  /// - Throws: The reason why there is no answer; ``HeadingClientError/silent(_:)`` after ten
  ///   seconds.
  package func answer(to command: Command) async throws(HeadingClientError) -> ServerLine {
    let client = self
    let asking = Task { () async throws(HeadingClientError) in try await client.wait(for: command) }
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

  /// Timeout of an answer.
  static let answerTimeout = Duration.seconds(10)

  private func wait(for command: Command) async throws(HeadingClientError) -> ServerLine {
    var iterator = ServerLines(
      address: address, security: security, opening: .command(command)
    ).makeAsyncIterator()
    while let line = try await iterator.next() {
      switch line {
      case .status, .calibration, .profiles, .load, .authorization, .authorizations, .monitoring,
        .failure:
        return line
      default: continue
      }
    }
    throw .connectionLost(address)
  }
}
