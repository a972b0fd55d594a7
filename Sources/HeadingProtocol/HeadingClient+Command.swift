extension HeadingClient {
  /// Connects, sends a command, and hands out the answer.
  ///
  /// - Parameter command: What is wanted.
  /// - Returns: The answer: of the command's own class, or ``ServerLine/failure(_:)``.
  /// - Throws: Why there is no answer.
  public func answer(to command: Command) async throws(HeadingClientError) -> ServerLine {
    var iterator = ServerLines(address: address, opening: .command(command)).makeAsyncIterator()
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
