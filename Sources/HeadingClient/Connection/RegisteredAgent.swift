package import HeadingProtocol

/// An agent that a daemon has registered for the questions of programs; dropping it disconnects.
package final class RegisteredAgent: Sendable {
  private let connection: ClientConnection

  /// The lines that come after the registration: questions, and the answers to requests.
  package var lines: AsyncThrowingStream<ServerLine, any Error> { connection.lines }

  /// Connects, and waits until the daemon has answered the request for questions.
  init(_ client: DaemonClient) async throws(HeadingClientError) {
    do {
      var request = Request()
      request.contents = [.questions]
      connection = try await ClientConnection.open(
        client.address, security: client.security, opening: .request(request), timeout: nil)
      for try await line in connection.lines {
        if case .request(let request) = line, request.listens { return }
      }
      throw HeadingClientError.connectionLost(client.address)
    } catch {
      throw HeadingClientError(error, at: client.address)
    }
  }

  /// Asks the daemon to forget it; the line of a request that does not listen confirms that.
  package func leave() { connection.send(Opening.quiet) }
}

extension Request {
  /// Whether a client with this request receives the questions of programs.
  package var listens: Bool { contents?.contains(.questions) ?? false }
}
